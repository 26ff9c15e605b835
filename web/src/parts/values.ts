// Moves by their value, best first.
import type { MoveValueView, ValueView } from "../api/types";

/** Moves that are worth the same. */
export interface Alike {
  value: ValueView;
  moves: string[];
}

const ORDER = { win: 0, draw: 1, loss: 2, unknown: 3 };

/** The moves by value: quick wins first, then slow ones, draws, slow losses, quick ones, and what is not known. */
export function byValue(moves: MoveValueView[]): Alike[] {
  const groups = new Map<string, Alike>();
  for (const { move, value } of moves) {
    const group = groups.get(value.words);
    if (group) group.moves.push(move);
    else groups.set(value.words, { value, moves: [move] });
  }
  return [...groups.values()].sort(
    (one, other) => rank(one.value) - rank(other.value) || delay(one.value) - delay(other.value),
  );
}

function rank(value: ValueView): number {
  return ORDER[value.kind];
}

/** Who wins hurries, who loses holds out. */
function delay(value: ValueView): number {
  const moves = value.moves ?? 0;
  return value.kind === "loss" ? -moves : moves;
}
