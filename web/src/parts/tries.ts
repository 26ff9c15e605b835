// The result of a try at a level, in words and as a sign.
import type { TryWord } from "../api/types";

/** The sign of each result. */
export const SIGNS = { solved: "win", helped: "draw", missed: "loss" } as const;

/** A try in words: `solved`, `solved with help`, `missed`. */
export function tryWords(result: TryWord): string {
  return result === "helped" ? "solved with help" : result;
}
