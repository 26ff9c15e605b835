// What came of a try at a level, in words and as a sign.
import type { TryView } from "../api/types";

/** The sign of each result. */
export const SIGNS = { solved: "win", helped: "draw", missed: "loss" } as const;

/** A try in words: `solved`, `solved after 2 slips`, `solved with help`, `missed`. */
export function tryWords({ result, slips }: TryView): string {
  if (result !== "helped") return result;
  if (slips === 0) return "solved with help";
  return `solved after ${slips === 1 ? "one slip" : `${slips} slips`}`;
}
