// The moves of a game in pairs, where a choice and its roll are one turn.
import type { ByWord, SideWord } from "../api/types";
import { rounds } from "./rounds";

/** The moves of the first and the second side's turns. */
export type TurnRound = [number[], number[]];

/** The rounds of a game: each roll is listed after its choice. */
export function turnRounds(moves: { side: SideWord; by: ByWord }[]): TurnRound[] {
  const turns: number[][] = [];
  moves.forEach(({ by }, index) => {
    const turn = turns.at(-1);
    if (by === "chance" && turn) turn.push(index);
    else turns.push([index]);
  });
  const sides = turns.map(([first = 0]) => (moves[first] as { side: SideWord }).side);
  return rounds(sides).map((round): TurnRound => {
    const [one = [], other = []] = round.map((turn) => (turn === null ? [] : (turns[turn] ?? [])));
    return [one, other];
  });
}
