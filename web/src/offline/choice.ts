// Which of a person's games are kept for reading without the server. Pure.
import type { SessionCard, SessionView } from "../api/types";

/** So many games are kept, the newest first. */
export const MOST = 20;
/** So many games' rules are kept, those that are listed and those looked at last. */
const MOST_RULES = 60;

export const HOME = "/api/home";
export const ME = "/api/me";
export const SESSIONS = "/api/sessions";
export const sessionPath = (id: string) => `${SESSIONS}/${encodeURIComponent(id)}`;
export const reviewPath = (id: string) => `${sessionPath(id)}/review`;

/** All addresses of the person's own that may stay. */
export function staying(cards: SessionCard[]): Set<string> {
  const games = cards.slice(0, MOST).flatMap(({ id }) => [sessionPath(id), reviewPath(id)]);
  return new Set([HOME, ME, SESSIONS, ...games]);
}

/** Whether a game went on since it was kept. */
export function isOld(card: SessionCard, kept: SessionView | null): boolean {
  if (!kept || kept.state !== card.state) return true;
  return JSON.stringify(kept.now.scene) !== JSON.stringify(card.scene);
}

/** The rules that go, given the addresses that are kept from the oldest to the newest. */
export function leavingRules(kept: string[], listed: Set<string>): string[] {
  const others = kept.filter((path) => !listed.has(path));
  return others.slice(0, Math.max(0, others.length - (MOST_RULES - listed.size)));
}
