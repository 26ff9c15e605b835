// Names that the page and its service worker (`worker.ts`) share.

/** The rules of games, which are the same for everyone. */
export const RULES = "spar-rules";
/** What belongs to the person: their name, games and reviews. */
export const OWN = "spar-own";
/** A header on a cached answer that is used because the server gave none. */
export const KEPT = "x-spar-kept";
