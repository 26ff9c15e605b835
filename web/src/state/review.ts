// The review of a game: which move is chosen, and how far its better line is played.
import type {
  Begin,
  Frame,
  GoalWord,
  ReviewedMove,
  ReviewView,
  Say,
  SideWord,
  SlipView,
  TrapView,
  ValueKind,
  ValueView,
} from "../api/types";
import { type Drawing, NO_DRAWING } from "../board/drawing";
import { turnRounds } from "../parts/turn-rounds";
import { played, type Shown } from "./line";
import { toldDrawing } from "./told";

/** A game in review. */
export interface Review {
  view: ReviewView;
  /** The chosen move, counted from 1; 0 is the start. */
  at: number;
  /** What the board shows. */
  board: Showing;
}

/** What the board shows for the chosen move. */
export type Showing =
  /** The position after it. */
  | { phase: "after" }
  /** The position before it, with `step` moves of the better line played from there. */
  | { phase: "better"; step: number }
  /** The position after the move that does better against this opponent. */
  | { phase: "trap" }
  /** The position before a move that was taken back, with `step` moves of the line that punishes it. */
  | { phase: "slip"; slip: number; step: number };

/** What a person can do. */
export type Act =
  | { kind: "choose"; at: number }
  | { kind: "step"; step: number }
  | { kind: "trap"; at: number }
  | { kind: "slip"; slip: number; step: number }
  | { kind: "after" };

/** Opens a review after the requested move, else before the slip, else before a taken-back move, else at the end. */
export function open(view: ReviewView, asked: number | null): Review {
  if (asked !== null) return choose(view, asked);
  if (view.slip != null) return update(choose(view, view.slip + 1), { kind: "step", step: 0 });
  const end = choose(view, view.moves.length);
  const slip = view.slips.findIndex(({ at }) => at != null);
  return slip < 0 ? end : update(end, { kind: "slip", slip, step: 0 });
}

/** The review after an action. */
export function update(review: Review, act: Act): Review {
  switch (act.kind) {
    case "choose":
      return choose(review.view, act.at);
    case "after":
      return { ...review, board: { phase: "after" } };
    case "step": {
      const length = chosen(review)?.better?.line.length;
      if (length === undefined) return review;
      return { ...review, board: { phase: "better", step: clamp(act.step, length) } };
    }
    case "trap": {
      const next = choose(review.view, act.at);
      return chosen(next)?.trap ? { ...next, board: { phase: "trap" } } : review;
    }
    case "slip": {
      const slip = review.view.slips[act.slip];
      if (slip?.at == null) return review;
      const step = clamp(act.step, slip.line.length);
      return { ...choose(review.view, slip.at), board: { phase: "slip", slip: act.slip, step } };
    }
  }
}

/** The chosen move; none at the start. */
export function chosen(review: Review): ReviewedMove | null {
  return review.view.moves[review.at - 1] ?? null;
}

/** The move that was taken back, if the board shows its line. */
function takenBack({ view, board }: Review): SlipView | null {
  return board.phase === "slip" ? (view.slips[board.slip] ?? null) : null;
}

/** When a move was taken back: `before move 3`. */
export function slipPlace(view: ReviewView, { at }: SlipView): string {
  if (at == null) return "in a line that was also taken back";
  if (at < view.moves.length) return `before ${place(view, at + 1)}`;
  return at === 0 ? "at the start" : `after ${place(view, at)}`;
}

/** A move of the person, with the one that does better against this opponent. */
interface MissedTrap {
  /** Counted from 1. */
  at: number;
  played: Frame;
  trap: TrapView;
}

/** All moves that do better against this opponent, in order. */
export function traps({ moves }: ReviewView): MissedTrap[] {
  return moves.flatMap(({ frame, trap }, index) => (trap ? [{ at: index + 1, played: frame, trap }] : []));
}

/** The board to draw. */
export function shown(review: Review): Shown {
  const { view, at, board } = review;
  if (board.phase === "slip") {
    const line = takenBack(review)?.line ?? [];
    return played(view.start.scene, [...framesOf(view, at), ...line.slice(0, board.step)]);
  }
  const { better, trap } = view.moves[at - 1] ?? {};
  if (board.phase === "trap" && trap)
    return played(view.start.scene, [...framesOf(view, at - 1), trap.frame]);
  if (board.phase !== "better" || !better) return played(view.start.scene, framesOf(view, at));
  return played(view.start.scene, [...framesOf(view, at - 1), ...better.line.slice(0, board.step)]);
}

/** What is drawn on it: the lines of the explanation, and tokens that are only imagined. */
export function drawing(review: Review): Drawing {
  const { board } = review;
  const told =
    board.phase === "slip" ? takenBack(review) : board.phase === "better" ? chosen(review)?.better : null;
  if (!told || (board.phase !== "slip" && board.phase !== "better")) return NO_DRAWING;
  return toldDrawing({ frames: told.line, story: told.story }, board.step);
}

/** The text of the position that the board shows; none within a line. */
export function positionText(review: Review): string | null {
  const { view, at, board } = review;
  if (board.phase === "slip") return board.step === 0 ? (takenBack(review)?.before ?? null) : null;
  if (board.phase === "trap") return null;
  if (board.phase === "better") return board.step === 0 ? (view.moves[at - 1]?.before ?? null) : null;
  return at === 0 ? view.session.start : (view.session.moves[at - 1]?.position ?? null);
}

/** The display name of a move: `a2`, `one die`, `rolled 3`. */
export function moveName({ move, name, roll }: Frame): string {
  return roll ? `rolled ${move}` : (name ?? move);
}

/** Which position the board shows: `Before move 9, a2`. */
export function caption(review: Review): string {
  const slip = takenBack(review);
  if (slip && review.board.phase === "slip") {
    const { step } = review.board;
    if (step === 0) return `Before ${slip.frame.move}, which was taken back`;
    return `Taken back: ${written(slip.line, step)}`;
  }
  const move = chosen(review);
  if (!move) return "The start";
  const name = `${place(review.view, review.at)}, ${moveName(move.frame)}`;
  if (review.board.phase === "trap" && move.trap) return `Instead of ${name}: ${moveName(move.trap.frame)}`;
  if (review.board.phase !== "better") return `After ${name}`;
  const { step } = review.board;
  if (step === 0) return `Before ${name}`;
  return `Instead of ${name}: ${written(move.better?.line ?? [], step)}`;
}

/** The number of a move in the list of moves, where both sides' moves have the same number. */
export function numberOf({ moves }: ReviewView, at: number): number {
  const rounds = turnRounds(moves.map(({ frame, by }) => ({ side: frame.side, by })));
  return rounds.findIndex((round) => round.flat().includes(at - 1)) + 1;
}

/** The place of a move: `move 5`; with dice, where a choice and its roll are one turn, `turn 5`. */
export function place(view: ReviewView, at: number): string {
  const word = view.moves.some(({ by }) => by === "chance") ? "turn" : "move";
  return `${word} ${numberOf(view, at)}`;
}

function written(line: Frame[], count: number): string {
  return line
    .slice(0, count)
    .map((frame) => frame.move)
    .join(" ");
}

/** The message below the headline, without repeating the headline. */
export function belowHeadline({ headline, say }: ReviewView): Say | null {
  if (say.strong !== headline) return say;
  return say.text === "" ? null : { ...say, strong: say.text, text: "" };
}

/** All values of the game, that of the start first, as the curve shows them. */
export function values(view: ReviewView): ValueView[] {
  return [view.start_value, ...view.moves.map((move) => move.value)];
}

/** A point of the curve in words: `move 9, a2: loss in 3 for X`. */
export function pointWords(view: ReviewView, at: number): string {
  const value = values(view)[at];
  const move = view.moves[at - 1];
  const where = move ? `${place(view, at)}, ${moveName(move.frame)}` : "the start";
  return `${where}: ${value?.words ?? "not known"} for ${sideName(view, view.seen_by)}`;
}

/** The curve in words: `Win up to move 8, then loss up to move 12.` */
export function curveWords(view: ReviewView): string {
  const chances = values(view).flatMap(({ chance }, at) => (chance ? [{ ...chance, at }] : []));
  if (chances.length > 0) return chanceWords(view, chances);
  const kinds = values(view).map((value) => value.kind);
  const runs: { kind: ValueKind; last: number }[] = [];
  kinds.forEach((kind, index) => {
    const run = runs.at(-1);
    if (run?.kind === kind) run.last = index;
    else runs.push({ kind, last: index });
  });
  const parts = runs.map(
    ({ kind, last }) => `${KIND_WORDS[kind]} ${last === 0 ? "at the start" : `up to ${place(view, last)}`}`,
  );
  const words = parts.join(", then ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Chances over a game in words: `67 % at the start, least 31 % after move 5, most 90 % after move 8.` */
function chanceWords(view: ReviewView, chances: { value: number; words: string; at: number }[]): string {
  const when = ({ at }: { at: number }) => (at === 0 ? "at the start" : `after ${place(view, at)}`);
  const [first, ...others] = chances;
  if (!first) return "";
  const least = chances.reduce((one, other) => (other.value < one.value ? other : one));
  const most = chances.reduce((one, other) => (other.value > one.value ? other : one));
  const parts = [`${first.words} ${when(first)}`];
  if (others.length > 0)
    parts.push(`least ${least.words} ${when(least)}`, `most ${most.words} ${when(most)}`);
  return `${parts.join(", ")}.`;
}

const KIND_WORDS: Record<ValueKind, string> = {
  win: "win",
  draw: "draw",
  loss: "loss",
  chance: "open",
  unknown: "not known",
};

/** The request for another try at the chosen move, or at the person's nearest move. */
export function tryAgain(review: Review): Begin {
  const { session, moves } = review.view;
  const slip = takenBack(review);
  if (slip) return trySlip(review.view, slip);
  const index = turnNextTo(review);
  const move = moves[index];
  const begin = { game: session.now.game, against: session.against.id };
  const yours = session.you == null ? {} : { side: session.you };
  if (!move) return { ...begin, ...yours, position: session.start };
  const goal = session.you === move.frame.side ? goalOf(move.had.kind, session.goal?.kind) : {};
  return { ...begin, ...yours, ...goal, position: move.before };
}

/** Where another try begins: on the board as it is shown, or before the chosen move. */
export function tryWords(review: Review, { position }: Begin): string {
  const { view, board } = review;
  const here = board.phase === "after" ? positionText(review) : position;
  if (position === here) return "Try again from here";
  const index = view.moves.findIndex(({ before }) => before === position);
  return index < 0 ? "Try again from the start" : `Try again before ${place(view, index + 1)}`;
}

/** The request for another try at the position of a move that was taken back. */
export function trySlip({ session }: ReviewView, slip: SlipView): Begin {
  const begin = { game: session.now.game, against: session.against.id, side: slip.frame.side };
  return { ...begin, ...goalOf(slip.had.kind), position: slip.before };
}

/** The display name of a side. */
export function sideName(view: ReviewView, side: SideWord): string {
  return view.start.sides[side === "first" ? 0 : 1] ?? side;
}

/** The index of the chosen move if a person made it, else of the person's next move, else of their last. */
function turnNextTo({ view, at }: Review): number {
  const isPersons = (move: ReviewedMove) => move.by === "person";
  const index = Math.max(at - 1, 0);
  const next = view.moves.findIndex((move, place) => place >= index && isPersons(move));
  return next >= 0 ? next : view.moves.findLastIndex(isPersons);
}

/** The outcome that can still be reached; in games of chance, the previous goal. */
function goalOf(kind: ValueKind, before?: GoalWord): Pick<Begin, "goal"> {
  if (kind === "chance") return before === "best" ? { goal: before } : {};
  return kind === "win" || kind === "draw" ? { goal: kind } : {};
}

function choose(view: ReviewView, asked: number): Review {
  return { view, at: clamp(asked, view.moves.length), board: { phase: "after" } };
}

function framesOf(view: ReviewView, count: number): Frame[] {
  return view.moves.slice(0, count).map((move) => move.frame);
}

function clamp(figure: number, most: number): number {
  return Math.min(most, Math.max(0, Math.trunc(figure) || 0));
}
