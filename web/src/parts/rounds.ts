// The moves of a game in pairs, as lists show them.
import type { SideWord } from "../api/types";

/** The indices of the first and the second side's moves; `null` for a side that does not move. */
export type Round = [number | null, number | null];

/** The rounds of a game, given the side of each move. */
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
