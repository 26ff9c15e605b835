// Sentences that several parts of the page use.
import type { OddsView, PositionView, SessionView, SideWord } from "../api/types";
import { symbol } from "../board/pieces";

/** The accessible name of a board: `Board, CONNECT-4, X to move`. */
export function boardWords(position: PositionView): string {
  const [first = "", second = ""] = position.sides;
  const about =
    position.winner === "first"
      ? `${first} has won`
      : position.winner === "second"
        ? `${second} has won`
        : position.turn === "first"
          ? `${first} to move`
          : position.turn === "second"
            ? `${second} to move`
            : position.turn === "roll"
              ? "the dice roll"
              : "over";
  return `Board, ${position.title}, ${about}`;
}

/** A title that does not break at its hyphen: `CONNECT‑4 on 5×5`. */
export function unbroken(title: string): string {
  return title.replaceAll("-", "\u2011");
}

/** The person's task, as a heading. */
export function wanted(session: SessionView): string {
  if (session.goal) return session.goal.words;
  if (!session.you) return "Two people, one board.";
  const side = session.now.sides[session.you === "first" ? 0 : 1];
  return `You are ${side}, against ${session.against.name}.`;
}

/** The token of the side to move, as a sign. */
export function turnSign(position: PositionView): string {
  if (position.turn === "roll") return "chance";
  if (position.turn === "over") return "draw";
  return sideSign(position, position.turn);
}

/** The token of a side, as a sign; a disc for a token without a drawing. */
export function sideSign({ signs }: Pick<PositionView, "signs">, side: SideWord): string {
  const token = signs[side === "first" ? 0 : 1];
  return (token && symbol(token)) ?? (side === "first" ? "full" : "hollow");
}

/** The colours in which the tokens of the sides are drawn. */
const COLOURS = { first: "blue", second: "orange" };

/** The person's token and its colour; none for two people, or if the pieces belong to neither side. */
export function ownToken({
  you,
  now,
}: Pick<SessionView, "you" | "now">): { sign: string; colour: string } | null {
  if (!you) return null;
  const tokens = now.scene.cells.flatMap((cell) => cell.tokens);
  if (tokens.length > 0 && tokens.every(({ side }) => !side)) return null;
  return { sign: sideSign(now, you), colour: COLOURS[you] };
}

/** How often players solve a level: `Foresight 1 solves it in 20 % of tries, Foresight 2 in 100 %.` */
export function oddsWords(odds: OddsView[]): string {
  // The first one plays at random, which does not show how hard the level is.
  const [first, ...others] = odds.slice(1).map(({ player, chance }) => ({ player, share: chance.words }));
  if (!first) return "";
  const rest = others.map(({ player, share }) => `${player} in ${share}`);
  const how = odds.every(({ chance }) => chance.how.startsWith("exact"))
    ? "exact"
    : "within certified bounds";
  return `${[`${first.player} solves it in ${first.share} of tries`, ...rest].join(", ")}; ${how}.`;
}

/** The same words with a capital first letter. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
