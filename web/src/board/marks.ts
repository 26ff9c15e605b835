// What is marked on a board, in addition to the tokens.
import type { LegalMove, PolicyView, SceneView, ValuesView, ValueView } from "../api/types";
import { best } from "../parts/values";
import { target } from "./choose";
import { isMarked } from "./paint";

export type Mark =
  | { cell: number; kind: "last" }
  | { cell: number; kind: "hint" }
  | { cell: number; kind: "picked" }
  /** A move there lost the outcome, and was taken back. */
  | { cell: number; kind: "missed" }
  /** What is chosen on a square: its letter, one of a few tones, and its name. */
  | { cell: number; kind: "choice"; letter: string; tone: number; name: string }
  /** The value of a move; `after` are the cells that are picked before it is shown. */
  | { cell: number; kind: "value"; value: ValueView; after: number[] };

/**
 * The values of the moves as marks on the cells where they are shown. A move of several cells shows
 * its value once its earlier cells are picked; until then the next cell to pick shows the best
 * value among the moves that go on from it.
 */
export function valueMarks(moves: LegalMove[], values: ValuesView): Mark[] {
  const marks = new Map<string, Mark & { kind: "value" }>();
  const put = (cell: number, value: ValueView, after: number[]) => {
    const key = `${after} ${cell}`;
    const old = marks.get(key);
    marks.set(key, { cell, kind: "value", value: old ? best(old.value, value) : value, after });
  };
  for (const { move, value } of values.moves) {
    // A move without cells shows its value on its own button.
    const legal = moves.find((candidate) => candidate.move === move && candidate.cells.length > 0);
    const cell = legal && target(legal);
    if (!legal || cell === undefined) continue;
    legal.cells.slice(0, -1).forEach((early, index) => {
      put(early, value, legal.cells.slice(0, index));
    });
    put(cell, value, legal.cells.slice(0, -1));
  }
  return [...marks.values()];
}

/** The marks that are shown while these cells are picked. */
export function shownMarks(marks: Mark[], picked: number[]): Mark[] {
  const isNow = (after: number[]) =>
    after.length === picked.length && after.every((cell, index) => cell === picked[index]);
  return [
    ...marks.filter((mark) => mark.kind !== "value" || isNow(mark.after)),
    ...cellMarks("picked", picked),
  ];
}

/** The number of tones that distinguish choices; the letters distinguish them too. */
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

export const cellMarks = (kind: "last" | "hint" | "picked" | "missed", cells: number[]): Mark[] =>
  cells.map((cell) => ({ cell, kind }));

/**
 * The two ends of the finished line, so that a band can be drawn through it; null if the marked
 * cells are in several groups or not on one straight line.
 */
export function lineEnds(scene: SceneView): [number, number] | null {
  const cells = scene.cells.flatMap((cell, index) => (isMarked(cell) ? [{ ...cell, index }] : []));
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
  // If there are two lines, some cells are off the band; each cell is then marked separately.
  if (!ends) return null;
  const [a, b] = ends.map((index) => scene.cells[index]);
  const straight = cells.every((c) => a && b && (b.x - a.x) * (c.y - a.y) === (b.y - a.y) * (c.x - a.x));
  return straight ? ends : null;
}
