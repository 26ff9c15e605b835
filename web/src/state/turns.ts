// The last turn of each side in a game with dice: what was chosen, and what was rolled.
import type { Frame, PlayedMove, RollView, SideWord } from "../api/types";

export interface Turn {
  side: SideWord;
  /** The choice in notation. */
  move: string;
  /** `null` while the dice roll, and if there were none. */
  roll: RollView | null;
}

/** The turns after another move: the latest of each side, in the order of play. */
export function takeTurn(turns: Turn[], { side, move, roll }: Pick<Frame, "side" | "move" | "roll">): Turn[] {
  const before = turns.find((turn) => turn.side === side);
  const others = turns.filter((turn) => turn.side !== side);
  return [...others, roll && before ? { ...before, roll } : { side, move, roll: roll ?? null }];
}

/** The latest turn of each side. */
export function lastTurns(moves: PlayedMove[]): Turn[] {
  return moves.reduce<Turn[]>(takeTurn, []);
}

/** The most pips on a face; higher figures are written. */
export const MOST_PIPS = 6;

/** What was rolled in words: `3`, `2 and 5, 7 steps`. */
export function rollWords({ dice, steps }: RollView): string {
  if (dice.length < 2) return `${steps}`;
  return `${dice.slice(0, -1).join(", ")} and ${dice.at(-1)}, ${steps} steps`;
}

/** The display name of a choice. After the end there are no moves to name it, so the dice are used. */
export function choiceName({ move, roll }: Turn, names: Map<string, string>): string {
  const known = names.get(move);
  if (known || !roll || roll.dice.length === 0) return known ?? (move === "1" ? "one step" : move);
  return ["one die", "two dice"][roll.dice.length - 1] ?? `${roll.dice.length} dice`;
}

/** A turn in words: `You: two dice, 2 and 5, 7 steps`. */
export function turnWords(turn: Turn, who: string, names: Map<string, string>): string {
  const { roll } = turn;
  const choice = choiceName(turn, names);
  return roll ? `${who}: ${choice}, ${rollWords(roll)}` : `${who}: ${choice}`;
}
