// The moves of a game two by two, as lists show them.
import type { SideWord } from "../api/types";

/** The index of the first side's move and of the second's; a side that does not move leaves its place empty. */
export type Round = [number | null, number | null];

/** The rounds of a game, by who made each move. */
export function rounds(sides: SideWord[]): Round[] {
  const made: Round[] = [];
  sides.forEach((side, index) => {
    const place = side === "first" ? 0 : 1;
    let round = made.at(-1);
    if (!round?.slice(place).every((taken) => taken === null)) {
      round = [null, null];
      made.push(round);
    }
    round[place] = index;
  });
  return made;
}
