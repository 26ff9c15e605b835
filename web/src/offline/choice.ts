// Which of a person's games are cached for reading without the server. Pure.
import type { SessionCard, SessionView } from "../api/types";

/** At most this many games are cached, the newest first. */
export const MOST = 20;
/** The rules of at most this many games are cached: the listed ones and those viewed last. */
const MOST_RULES = 60;

export const HOME = "/api/home";
export const ME = "/api/me";
export const SESSIONS = "/api/sessions";
export const sessionPath = (id: string) => `${SESSIONS}/${encodeURIComponent(id)}`;
export const reviewPath = (id: string) => `${sessionPath(id)}/review`;

/** All addresses with the person's own data that stay cached. */
export function staying(cards: SessionCard[]): Set<string> {
  const games = cards.slice(0, MOST).flatMap(({ id }) => [sessionPath(id), reviewPath(id)]);
  return new Set([HOME, ME, SESSIONS, ...games]);
}

/** Whether a game has changed since it was cached. */
export function isOld(card: SessionCard, kept: SessionView | null): boolean {
  if (!kept || kept.state !== card.state) return true;
  return JSON.stringify(kept.now.scene) !== JSON.stringify(card.scene);
}

/** The rules to delete, given the cached addresses from the oldest to the newest. */
export function leavingRules(kept: string[], listed: Set<string>): string[] {
  const others = kept.filter((path) => !listed.has(path));
  return others.slice(0, Math.max(0, others.length - (MOST_RULES - listed.size)));
}
