// Moves by their value, best first.
import type { MoveValueView, ValueView } from "../api/types";

/** Moves with the same value. */
export interface Alike {
  value: ValueView;
  moves: string[];
}

const ORDER = { win: 0, chance: 1, draw: 2, loss: 3, unknown: 4 };

/** The moves by value: quick wins, slow wins, draws, slow losses, quick losses, unknown values. */
export function byValue(moves: MoveValueView[]): Alike[] {
  const groups = new Map<string, Alike>();
  for (const { move, value } of moves) {
    const group = groups.get(value.words);
    if (group) group.moves.push(move);
    else groups.set(value.words, { value, moves: [move] });
  }
  return [...groups.values()].sort((one, other) => order(one.value, other.value));
}

/** Negative if the first value is the better one. */
function order(one: ValueView, other: ValueView): number {
  return rank(one) - rank(other) || chance(other) - chance(one) || delay(one) - delay(other);
}

/** The better of two values. */
export const best = (one: ValueView, other: ValueView): ValueView => (order(one, other) <= 0 ? one : other);

function rank(value: ValueView): number {
  return ORDER[value.kind];
}

/** The chance to win, in games of chance. */
function chance(value: ValueView): number {
  return value.chance?.value ?? 0;
}

/** The moves with the best chance to win; empty if no chance is known. */
export function bestMoves(moves: MoveValueView[]): string[] {
  const known = moves.filter(({ value }) => value.chance != null);
  const most = Math.max(...known.map(({ value }) => value.chance?.low ?? 0));
  return known.filter(({ value }) => (value.chance?.high ?? 0) >= most).map(({ move }) => move);
}

/** Quick wins come first, quick losses last. */
function delay(value: ValueView): number {
  const moves = value.moves ?? 0;
  return value.kind === "loss" ? -moves : moves;
}
