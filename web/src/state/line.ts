// A line of moves, played on a board step by step.
import type { Frame, SceneView } from "../api/types";
import { paint } from "../board/paint";

/** A board after some moves, and what the last of them changed. */
export interface Shown {
  scene: SceneView;
  last: number[];
}

/** The board after these moves. */
export function played(scene: SceneView, frames: Frame[]): Shown {
  const after = frames.reduce((before, { changes, line }) => paint(before, changes, line), scene);
  return { scene: after, last: frames.at(-1)?.changes.map(({ cell }) => cell) ?? [] };
}
