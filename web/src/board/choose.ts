// How clicks become a move: by the cells that the server lists, no rules here.
import type { LegalMove } from "../api/types";

export type Choice =
  | { kind: "move"; move: LegalMove }
  /** More cells are needed. */
  | { kind: "more"; picked: number[] }
  | { kind: "none" };

/** What a click on a cell means, after the cells picked so far. */
export function choose(moves: LegalMove[], picked: number[], cell: number): Choice {
  const path = [...picked, cell];
  const along = moves.filter((move) => path.every((step, index) => move.cells[index] === step));
  const whole = along.find((move) => move.cells.length === path.length);
  if (whole) return { kind: "move", move: whole };
  if (along.length > 0) return { kind: "more", picked: path };
  if (picked.length > 0) return choose(moves, [], cell);
  const also = moves.find((move) => move.also.includes(cell));
  return also ? { kind: "move", move: also } : { kind: "none" };
}

/** The cell on which a move shows: the first that it changes. */
export function target(move: LegalMove): number | undefined {
  return move.changes[0]?.cell ?? move.cells.at(-1);
}
