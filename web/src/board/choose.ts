// How clicks become a move: by the cells that the server lists. No rules are needed here.
import type { LegalMove } from "../api/types";

export type Choice =
  | { kind: "move"; move: LegalMove }
  /** More cells are needed, or several moves fit and a button must decide. */
  | { kind: "more"; picked: number[] }
  /** No move: what was picked so far is dropped. */
  | { kind: "none" };

/** What a click on a cell means, after the cells picked so far. */
export function choose(moves: LegalMove[], picked: number[], cell: number): Choice {
  if (picked.includes(cell)) return { kind: "none" };
  const path = [...picked, cell];
  const whole = onCells(moves, path);
  if (whole.length === 1 && whole[0]) return { kind: "move", move: whole[0] };
  if (whole.length > 1 || onward(moves, path).length > 0) return { kind: "more", picked: path };
  if (picked.length > 0) return choose(moves, [], cell);
  const also = moves.find((move) => move.also.includes(cell));
  return also ? { kind: "move", move: also } : { kind: "none" };
}

/** Moves whose cells are exactly these. Moves with the same order come before all others. */
export function onCells(moves: LegalMove[], picked: number[]): LegalMove[] {
  const whole = moves.filter((move) => move.cells.length === picked.length && picked.length > 0);
  const ordered = whole.filter((move) => picked.every((cell, index) => move.cells[index] === cell));
  return ordered.length > 0
    ? ordered
    : whole.filter((move) => picked.every((cell) => move.cells.includes(cell)));
}

/** Moves that need further cells after these. Moves with the same order come before all others. */
function onward(moves: LegalMove[], picked: number[]): LegalMove[] {
  const longer = moves.filter((move) => move.cells.length > picked.length);
  const ordered = longer.filter((move) => picked.every((cell, index) => move.cells[index] === cell));
  return ordered.length > 0
    ? ordered
    : longer.filter((move) => picked.every((cell) => move.cells.includes(cell)));
}

/** The cells that can be picked next. */
export function nextCells(moves: LegalMove[], picked: number[]): number[] {
  const next = onward(moves, picked).flatMap((move) => {
    const inOrder = picked.every((cell, index) => move.cells[index] === cell);
    const rest = move.cells.filter((cell) => !picked.includes(cell));
    return inOrder ? rest.slice(0, 1) : rest;
  });
  return [...new Set(next)];
}

/** The cell on which a move is shown. */
export const target = (move: LegalMove): number | undefined => move.shows_on ?? undefined;
