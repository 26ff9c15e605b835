// Opponents by their id, as used in requests and links.
import type { OpponentView } from "../api/types";

/** A second person at the same board. */
export const HUMAN = "human";

/** The default opponent. */
const USUAL = "2";

/** The opponents that are programs. */
export function programs(opponents: OpponentView[]): OpponentView[] {
  return opponents.filter(({ id }) => id !== HUMAN);
}

/** The opponents that look some rounds ahead, the fewest rounds first. */
export function lookAheads(opponents: OpponentView[]): OpponentView[] {
  return opponents.filter(({ id }) => /^\d+$/.test(id));
}

/** The chosen opponent; if the game does not have it, the default one or one of medium strength. */
export function offered(opponents: OpponentView[], chosen: string | null): string {
  const ids = programs(opponents).map(({ id }) => id);
  return [chosen, USUAL].find((id) => id !== null && ids.includes(id)) ?? ids[ids.length >> 1] ?? USUAL;
}

/** The opponents next to this one in strength. */
export function beside(
  opponents: OpponentView[],
  { strength }: Pick<OpponentView, "strength">,
): { weaker: OpponentView | undefined; stronger: OpponentView | undefined } {
  const others = programs(opponents).toSorted((one, other) => one.strength - other.strength);
  return {
    weaker: others.findLast((other) => other.strength < strength),
    stronger: others.find((other) => other.strength > strength),
  };
}
