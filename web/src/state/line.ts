// Plays a line of moves on a board step by step.
import type { Frame, SceneView } from "../api/types";
import { arrivals, paint } from "../board/paint";

/** A board after some moves, the cell on which the last one is shown, and the cells with new tokens. */
export interface Shown {
  scene: SceneView;
  last: number[];
  fresh: number[];
}

/** The cell on which a move is shown, as a list. */
export const shownOn = (frame: Frame | null | undefined): number[] =>
  frame?.shows_on == null ? [] : [frame.shows_on];

/** The board after these moves. */
export function played(scene: SceneView, frames: Frame[]): Shown {
  const early = frames.slice(0, -1).reduce((before, { changes }) => paint(before, changes), scene);
  const last = frames.at(-1);
  const changes = last?.changes ?? [];
  return { scene: paint(early, changes), last: shownOn(last), fresh: arrivals(early, changes) };
}
