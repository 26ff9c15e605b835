// What is marked on a board, besides the tokens.
import type { LegalMove, PolicyView, SceneView, ValuesView, ValueView } from "../api/types";
import { target } from "./choose";

export type Mark =
  | { cell: number; kind: "last" }
  | { cell: number; kind: "hint" }
  | { cell: number; kind: "picked" }
  /** What is chosen on a square: its letter, one of a few tones, and its name. */
  | { cell: number; kind: "choice"; letter: string; tone: number; name: string }
  | { cell: number; kind: "value"; value: ValueView };

/** The values of the moves as marks on the cells where they land. */
export function valueMarks(moves: LegalMove[], values: ValuesView): Mark[] {
  const marks: Mark[] = [];
  for (const { move, value } of values.moves) {
    // What no cell chooses is valued on its own button.
    const legal = moves.find((candidate) => candidate.move === move && candidate.cells.length > 0);
    const cell = legal && target(legal);
    if (cell !== undefined) marks.push({ cell, kind: "value", value });
  }
  return marks;
}

/** Tones that tell choices apart; the letter tells it too. */
export const TONES = 4;

/** What is chosen on each square, as marks. */
export function choiceMarks({ actions, letters }: PolicyView): Mark[] {
  return letters.flatMap((letter, cell) => {
    const index = actions.findIndex((action) => action.letter === letter);
    const action = actions[index];
    return action
      ? [{ cell, kind: "choice", letter: action.letter, tone: index % TONES, name: action.name }]
      : [];
  });
}

export const cellMarks = (kind: "last" | "hint" | "picked", cells: number[]): Mark[] =>
  cells.map((cell) => ({ cell, kind }));

/** The two ends of the finished line in each group, so that a band can be drawn through it. */
export function lineEnds(scene: SceneView): [number, number] | null {
  const cells = scene.cells.flatMap((cell, index) => (cell.line ? [{ ...cell, index }] : []));
  const first = cells[0];
  if (!first || cells.some((cell) => cell.group !== first.group)) return null;
  let ends: [number, number] | null = null;
  let longest = 0;
  for (const a of cells) {
    for (const b of cells) {
      const length = (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
      if (length > longest) {
        longest = length;
        ends = [a.index, b.index];
      }
    }
  }
  // Two lines at once have cells off the band; each cell is then marked on its own.
  if (!ends) return null;
  const [a, b] = ends.map((index) => scene.cells[index]);
  const straight = cells.every((c) => a && b && (b.x - a.x) * (c.y - a.y) === (b.y - a.y) * (c.x - a.x));
  return straight ? ends : null;
}
