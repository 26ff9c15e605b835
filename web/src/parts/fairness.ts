// How often each side wins between two equal weak players, as one sentence.
import type { PairView } from "../api/types";

/** The weakest player that looks ahead. */
const BEGINNER = "1";

/** `Between beginners (Foresight 1) X wins 74 %, O 23 %.`; empty if the chances are not known. */
export function fairness(pairs: PairView[], sides: string[]): string {
  const pair = pairs.find(({ learner, opponent }) => learner === BEGINNER && opponent === BEGINNER);
  if (!pair?.win) return "";
  const other = 1 - pair.win.value - (pair.draw?.value ?? 0);
  const isSample = [pair.win, pair.draw].some((chance) => chance?.how.startsWith("about"));
  const share = `${Math.max(0, Math.round(100 * other))} %`;
  const [first = "", second = ""] = sides;
  return `Between beginners (${pair.learner_name}) ${first} wins ${isSample ? "about " : ""}${pair.win.words}, ${second} ${share}.`;
}
