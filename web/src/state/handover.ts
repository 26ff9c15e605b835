// A game that was prepared on another page: with it the board is shown without a request, and the
// first move is then played on it like every other one.
import type { Begin, LegalMove, SessionView } from "../api/types";
import { to } from "../router";

interface Prepared {
  begin: Begin;
  /** The session before the first move. */
  session: SessionView;
  move: LegalMove;
}

let prepared: Prepared | null = null;

/** Hands a game over to the page that plays it. */
export function handOver(game: Prepared): void {
  prepared = game;
}

/** The game that was handed over for this request; it can be taken once. */
export function taken(begin: Begin): Prepared | null {
  const game = prepared;
  prepared = null;
  return game && to.link(game.begin) === to.link(begin) ? game : null;
}
