// A game in progress as the page shows it: plain data and one pure function. No requests, no clock.
import type {
  Begin,
  FactView,
  Frame,
  HintView,
  LegalMove,
  MoveAnswer,
  Say,
  SceneView,
  SessionValues,
  SessionView,
  SideWord,
  ValuesView,
} from "../api/types";
import type { Drawing } from "../board/drawing";
import { arrivals, paint } from "../board/paint";
import type { Walk } from "../board/track";
import { played, shownOn } from "./line";
import { type Told, toldDrawing } from "./told";
import { lastTurns, type Turn, takeTurn } from "./turns";

export type Phase =
  /** The person may choose a move. */
  | { name: "choose" }
  /** A request is in progress; `drawn` frames of its answer are already drawn. `sent`: it is a move. */
  | { name: "waiting"; drawn: number; sent: boolean }
  /** Moves are shown one after the other; then the state of the game is `after`. */
  | { name: "replay"; frames: Frame[]; shown: number; after: SessionView; say: Say; slip: boolean }
  /** The game has ended, or it is not the person's turn. */
  | { name: "over" };

export interface Game {
  /** The last state from the server. */
  session: SessionView;
  phase: Phase;
  /** What is drawn, which may be ahead of the server. */
  scene: SceneView;
  /** Cells whose token has just been placed. */
  fresh: number[];
  /** The cell on which the last move is shown, if there is one. */
  last: number[];
  /** A pawn that is moving. */
  walk: Walk | null;
  /** The last turn of each side, in a game with dice. */
  turns: Turn[];
  /** Cells of a hint. */
  hint: number[];
  /** Cells of the moves that were taken back in this position. */
  missed: number[];
  /** What the hint tells about lines and replies. */
  facts: FactView[];
  /** How the last slip is punished, and how many moves of that line the board shows; `null`: none. */
  told: (Told & { step: number | null }) | null;
  /** The values of the moves, while they are switched on. */
  values: ValuesView | null;
  say: Say;
  /** What went wrong, and what happens now. */
  trouble: string | null;
}

export type GameEvent =
  | { kind: "chosen"; move: LegalMove }
  | { kind: "asked" }
  | { kind: "thinking" }
  | { kind: "answered"; answer: MoveAnswer }
  | { kind: "step" }
  /** Shows the first moves of the line that punishes the last slip; `null`: the game again. */
  | { kind: "tell"; step: number | null }
  | { kind: "changed"; session: SessionView }
  | { kind: "hinted"; view: HintView }
  | { kind: "valued"; view: SessionValues }
  | { kind: "valuesOff" }
  | { kind: "refused"; words: string }
  | { kind: "trouble"; words: string }
  | { kind: "well" };

/** The game in its current state; its last move is shown as just made. */
export function opened(session: SessionView): Game {
  return {
    session,
    phase: restingPhase(session),
    scene: session.now.scene,
    fresh: arrived(session.last),
    last: shownOn(session.last),
    walk: null,
    turns: lastTurns(session.moves),
    hint: [],
    missed: [],
    facts: [],
    told: null,
    values: null,
    say: session.say,
    trouble: null,
  };
}

/** The cells on which a move placed tokens. */
function arrived(frame: Frame | null | undefined): number[] {
  const changes = frame?.changes ?? [];
  return changes.flatMap((change) => (change.of === "cell" && change.tokens.length > 0 ? [change.cell] : []));
}

/** The request that starts the same game again. */
export function beginOf(session: SessionView): Begin {
  const begin: Begin = { game: session.now.game, position: session.start, against: session.against.id };
  if (session.you) begin.side = session.you;
  if (session.goal) begin.goal = session.goal.kind;
  return begin;
}

/** Whether it is the person's turn. */
export function isYourTurn(session: SessionView): boolean {
  const { turn } = session.now;
  if (session.state !== "open" || turn === "over" || turn === "roll") return false;
  return session.you === null || session.you === undefined || session.you === turn;
}

function restingPhase(session: SessionView): Phase {
  return isYourTurn(session) ? { name: "choose" } : { name: "over" };
}

/** The moves that can be chosen now. */
export function choosable(game: Game): LegalMove[] {
  return game.phase.name === "choose" && game.told?.step == null ? game.session.now.moves : [];
}

/** The game after an event. */
export function update(game: Game, event: GameEvent): Game {
  switch (event.kind) {
    case "chosen": {
      if (game.phase.name !== "choose") return game;
      const { changes, shows_on } = event.move;
      const asked = { ...game, hint: [], facts: [], told: null, values: null, trouble: null };
      // A move without cells is shown step by step after the server has answered.
      if (event.move.cells.length === 0)
        return { ...asked, phase: { name: "waiting", drawn: 0, sent: true } };
      return {
        ...asked,
        phase: { name: "waiting", drawn: 1, sent: true },
        scene: paint(game.scene, changes),
        fresh: arrivals(game.scene, changes),
        last: shows_on == null ? [] : [shows_on],
      };
    }
    case "asked":
      return { ...game, phase: { name: "waiting", drawn: 0, sent: false }, trouble: null };
    case "thinking": {
      if (!isSent(game) || game.trouble !== null || !game.session.you) return game;
      const strong = `${game.session.against.name} is thinking.`;
      return { ...game, say: { tone: "neutral", strong, text: "" } };
    }
    case "answered":
      return answered(game, event.answer);
    case "step":
      return step(game);
    case "tell":
      return tell(game, event.step);
    case "changed": {
      const next = opened(event.session);
      return { ...next, fresh: [] };
    }
    case "hinted": {
      const next = opened(event.view.session);
      const { missed, values } = game;
      const { cells, facts, say } = event.view;
      return { ...next, fresh: [], hint: cells, facts, missed, say, values };
    }
    case "valued": {
      const next = opened(event.view.session);
      // The message about the last move stays; values are shown in addition.
      const { fresh, hint, missed, facts, told, say } = game;
      return { ...next, fresh, hint, missed, facts, told, say, values: event.view.values };
    }
    case "valuesOff":
      return { ...game, values: null };
    case "refused": {
      const back = opened(game.session);
      return {
        ...back,
        fresh: [],
        hint: game.hint,
        missed: game.missed,
        facts: game.facts,
        values: game.values,
        trouble: event.words,
      };
    }
    case "trouble": {
      // The move has not arrived, so the opponent is not thinking about it.
      const say = isSent(game) ? game.session.say : game.say;
      return { ...game, say, trouble: event.words };
    }
    case "well":
      return game.trouble === null ? game : { ...game, trouble: null };
  }
}

/** Whether a move of the person is being sent. */
function isSent({ phase }: Game): boolean {
  return phase.name === "waiting" && phase.sent;
}

function answered(game: Game, answer: MoveAnswer): Game {
  const { verdict, session } = answer;
  // No move is taken back after dice were rolled.
  const slip = verdict?.kind === "slip" && !verdict.stands;
  const frames = slip ? verdict.line : answer.frames;
  const drawn = game.phase.name === "waiting" ? game.phase.drawn : 0;
  const say =
    verdict?.kind === "slip" || verdict?.kind === "slower"
      ? joined(verdict.say, slip ? null : session.say)
      : session.say;
  const phase: Phase = {
    name: "replay",
    frames,
    shown: Math.min(drawn, frames.length),
    after: session,
    say,
    slip,
  };
  const told = slip && verdict.story ? { frames, story: verdict.story, step: null } : null;
  const next = { ...game, phase, told, trouble: null, say: slip ? say : game.say };
  return slip || phase.shown < frames.length ? next : step(next);
}

function joined(verdict: Say, after: Say | null): Say {
  if (!after) return verdict;
  const text = [verdict.text, ended(after.strong), after.text].filter((part) => part !== "").join(" ");
  return { ...verdict, text };
}

function ended(words: string): string {
  return /[.?]$/.test(words) ? words : `${words}.`;
}

/** Rolling dice: whose, and how many. The side has chosen, and its roll is not shown yet. */
export interface InTheAir {
  side: SideWord;
  dice: number;
}

/** The dice that are rolling, if any. */
export function inTheAir({ phase, turns }: Game): InTheAir | null {
  if (phase.name !== "replay") return null;
  const next = phase.frames[phase.shown];
  const turn = turns.at(-1);
  if (!next?.roll || turn?.side !== next.side || turn.roll !== null) return null;
  return { side: next.side, dice: next.roll.dice.length };
}

/** Shows the next frame, or the final state after the last one. */
function step(game: Game): Game {
  const { phase } = game;
  if (phase.name !== "replay") return game;
  const frame = phase.frames[phase.shown];
  if (frame) {
    const last = shownOn(frame);
    return {
      ...game,
      phase: { ...phase, shown: phase.shown + 1 },
      scene: paint(game.scene, frame.changes),
      fresh: arrivals(game.scene, frame.changes),
      last: last.length > 0 ? last : game.last,
      walk: frame.walk.length > 1 ? { side: frame.side, cells: frame.walk } : null,
      turns: takeTurn(game.turns, frame),
    };
  }
  const settled = opened(phase.after);
  const missed = phase.slip ? [...game.missed, ...shownOn(phase.frames[0])] : [];
  return { ...settled, told: game.told, missed, say: phase.say, fresh: phase.slip ? [] : game.fresh };
}

/** Shows the first moves of the line that punishes the last slip, or the game again. */
function tell(game: Game, step: number | null): Game {
  const { told, session } = game;
  if (!told || game.phase.name !== "choose") return game;
  const frames = told.frames.slice(0, step ?? 0);
  const shown = played(session.now.scene, frames);
  const last = step ? shown.last : shownOn(session.last);
  return { ...game, ...shown, last, told: { ...told, step: step === null ? null : frames.length } };
}

/** What is drawn on the board: the lines of an explanation, and tokens that are only imagined. */
export function drawing({ phase, told, facts, hint, session }: Game): Drawing {
  const step = phase.name === "replay" && phase.slip ? phase.shown : told?.step;
  if (told && step != null) return toldDrawing(told, step);
  const token = (side: SideWord) => session.now.signs[side === "first" ? 0 : 1];
  const extra = facts.flatMap(({ ghosts }) =>
    ghosts.flatMap(({ cell, side }) => {
      const sign = token(side);
      return sign ? [{ cell, token: sign }] : [];
    }),
  );
  // The move that a hint names, if it is a token placed on one cell.
  const { turn } = session.now;
  const [placed, ...others] = hint;
  const isOfMove = others.length === 0 && facts.some(({ kind }) => kind !== "standing");
  const own = turn === "first" || turn === "second" ? token(turn) : undefined;
  if (isOfMove && placed !== undefined && own) extra.push({ cell: placed, token: own });
  return { lines: facts.flatMap(({ lines }) => lines), ghosts: [], extra };
}
