// Names that the page and its service worker (`worker.ts`) share.

/** The rules of games: nobody's own. */
export const RULES = "spar-rules";
/** What belongs to the person: their name, games and reviews. */
export const OWN = "spar-own";
/** Set on an answer that was kept, since the server gave none. */
export const KEPT = "x-spar-kept";
