// What is drawn on a board in addition to tokens and marks: lines, and tokens that are not there.
import type { DrawnLineView, SceneView, TokenView } from "../api/types";

/** Lines and tokens of an explanation. */
export interface Drawing {
  lines: DrawnLineView[];
  /** Cells of the scene whose tokens show what would happen. */
  ghosts: number[];
  /** Tokens that the scene does not have. */
  extra: { cell: number; token: TokenView }[];
}

export const NO_DRAWING: Drawing = { lines: [], ghosts: [], extra: [] };

/** Whether a line can be drawn as one stroke: its cells are in one part of the board. */
export function isStroke(scene: SceneView, { cells }: DrawnLineView): boolean {
  const group = (cell: number | undefined) => scene.cells[cell ?? -1]?.group;
  return cells.every((cell) => group(cell) === group(cells[0]));
}
