// Opponents by their id, as requests and links write it.
import type { OpponentView } from "../api/types";

/** A second person at the same board. */
export const HUMAN = "human";

/** Whom one plays who has not chosen. */
const USUAL = "2";

/** The opponents that are programs. */
export function programs(opponents: OpponentView[]): OpponentView[] {
  return opponents.filter(({ id }) => id !== HUMAN);
}

/** Those that look so many rounds ahead, the nearest first. */
export function lookAheads(opponents: OpponentView[]): OpponentView[] {
  return opponents.filter(({ id }) => /^\d+$/.test(id));
}

/** The chosen opponent; if a game has none of that id, the usual one or one of middling strength. */
export function offered(opponents: OpponentView[], chosen: string | null): string {
  const ids = programs(opponents).map(({ id }) => id);
  return [chosen, USUAL].find((id) => id !== null && ids.includes(id)) ?? ids[ids.length >> 1] ?? USUAL;
}
