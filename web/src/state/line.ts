// A line of moves, played on a board step by step.
import type { Frame, SceneView } from "../api/types";

/** A board after some moves, and what the last of them changed. */
export interface Shown {
  scene: SceneView;
  last: number[];
}

/** The board after these moves. */
export function played(scene: SceneView, frames: Frame[]): Shown {
  const cells = scene.cells.map((cell) => ({ ...cell }));
  for (const frame of frames) {
    for (const { cell, token } of frame.changes) {
      const place = cells[cell];
      if (place) place.token = token ?? null;
    }
  }
  const last = frames.at(-1);
  for (const index of last?.line ?? []) {
    const place = cells[index];
    if (place) place.line = true;
  }
  return { scene: { ...scene, cells }, last: last?.changes.map(({ cell }) => cell) ?? [] };
}
