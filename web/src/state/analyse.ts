// A position being set up, by clicks or by text, and the server's answer to it.
import { refusalWords, upper } from "../api/client";
import type {
  LegalMove,
  PositionView,
  Refusal,
  Say,
  SceneView,
  SetUpView,
  SideWord,
  SupplyView,
  TokenView,
  ValuesView,
  ValueView,
} from "../api/types";
import { bestMoves } from "../parts/values";

/** What a click does: play a move, place a token of the supply, or remove tokens. */
export type Tool = "play" | "clear" | SupplyView;

/** A position being set up. */
export interface Analyse {
  /** The last valid position. */
  position: PositionView;
  /** The tokens on each cell of the board, even if they are not a valid position. */
  tokens: TokenView[][];
  /** The sides that may be to move with these tokens; empty if not yet requested. */
  turns: SideWord[];
  /** The text in the field. */
  text: string;
  tool: Tool;
  /** The texts of the positions before this one, the latest last. */
  past: string[];
  phase: Phase;
}

/** Whether the board and the text match the position. */
export type Phase =
  /** They match. */
  | { name: "standing" }
  /** A request is in progress. */
  | { name: "asked" }
  /** The tokens are not a valid position, and why. */
  | { name: "impossible"; why: Refusal }
  /** The text cannot be read, and why. */
  | { name: "misread"; why: Refusal };

/** What can happen to it. */
export type Event =
  | { kind: "tool"; tool: Tool }
  | { kind: "put"; cell: number }
  | { kind: "empty" }
  | { kind: "type"; text: string }
  | { kind: "ask" }
  | { kind: "stands"; position: PositionView; turns?: SideWord[] }
  | { kind: "turns"; turns: SideWord[] }
  | { kind: "refused"; by: "tokens" | "text"; why: Refusal };

/** The state for a valid position. */
export function begin(position: PositionView): Analyse {
  return { ...standing(position), tool: "play", past: [] };
}

/** The state after an event. */
export function update(state: Analyse, event: Event): Analyse {
  switch (event.kind) {
    case "tool":
      return { ...state, tool: event.tool };
    case "put":
      return { ...state, tokens: put(state, event.cell), phase: { name: "asked" } };
    case "empty":
      return { ...state, tokens: state.tokens.map(() => []), phase: { name: "asked" } };
    case "type":
      return { ...state, text: event.text };
    case "ask":
      return { ...state, phase: { name: "asked" } };
    case "stands":
      return {
        ...standing(event.position),
        turns: event.turns ?? [],
        tool: state.tool,
        past: past(state, event.position),
      };
    case "turns":
      return { ...state, turns: event.turns };
    case "refused":
      return { ...state, phase: { name: event.by === "tokens" ? "impossible" : "misread", why: event.why } };
  }
}

/** The board with the current tokens. */
export function scene({ position, tokens, phase }: Analyse): SceneView {
  if (phase.name === "standing") return position.scene;
  const cells = position.scene.cells.map((cell, index) => ({
    ...cell,
    tokens: tokens[index] ?? [],
    marks: [],
  }));
  return { ...position.scene, cells };
}

/** The side to move to send with a set-up; none if the tokens determine it. */
export function askedTurn({ position, turns }: Analyse): SideWord | undefined {
  const { turn } = position;
  return turns.length > 1 && (turn === "first" || turn === "second") ? turn : undefined;
}

/** The event for the answer to a set-up. */
export const stands = ({ position, turns }: SetUpView): Event => ({ kind: "stands", position, turns });

/** The moves that a click can choose: none while tokens are being placed. */
export function moves({ position, tool, phase }: Analyse): LegalMove[] {
  return tool === "play" && phase.name === "standing" ? position.moves : [];
}

/** The text of the position after a move. */
export function after(position: PositionView, move: string): string {
  return `${position.position}+${move}`;
}

/** The position in one line: `X to move: win in 3`. */
export function headline({ position, phase }: Analyse, values: ValuesView | null): string {
  if (phase.name === "impossible") return "No position yet.";
  const [first, second] = position.sides;
  switch (position.turn) {
    case "over":
      if (position.winner == null) return "Drawn.";
      return `${position.winner === "first" ? first : second} has won.`;
    case "roll":
      return "The dice roll.";
    default: {
      const mover = `${position.turn === "first" ? first : second} to move`;
      if (values?.value.kind === "chance") return `${mover}: wins with ${values.value.words}.`;
      return values ? `${mover}: ${values.value.words}.` : `${mover}.`;
    }
  }
}

/** The message about the position: why it is not valid, or which moves are best. */
export function word({ position, phase }: Analyse, values: ValuesView | null): Say {
  if (phase.name === "impossible") {
    return { tone: "neutral", strong: "This is not a position of the game", text: refusalWords(phase.why) };
  }
  // The reason is shown next to the text.
  if (phase.name === "misread") {
    return {
      tone: "neutral",
      strong: "This text cannot be read",
      text: "The board shows the position before it.",
    };
  }
  if (position.turn === "over")
    return {
      tone: "neutral",
      strong: "The game is over",
      text: "Set up another position.",
    };
  if (position.turn === "roll") {
    return {
      tone: "neutral",
      strong: "Chance decides",
      text: "Each roll is listed below with its chance.",
    };
  }
  if (!values) return { tone: "neutral", strong: "Looking", text: "Asking for the value of every move." };
  const { kind } = values.value;
  if (kind === "unknown") {
    const known = values.bounds ? upper(values.bounds) : "Nothing is proven yet.";
    return { tone: "neutral", strong: "Too far ahead to be sure", text: known };
  }
  const best =
    kind === "chance"
      ? bestMoves(values.moves)
      : values.moves.filter((it) => it.value.words === values.value.words).map((it) => it.move);
  const names = best.map((move) => position.moves.find((it) => it.move === move)?.button?.text ?? move);
  const strong = best.length > 0 ? bestWords(names, values.moves.length) : "The value is proven";
  const text = best.length > 0 ? "" : "Which move keeps it is not known within the budget.";
  return { tone: kind === "chance" ? "neutral" : kind, strong, text };
}

/** More moves than this are counted, not named. */
const NAMED = 3;

/** `a2 is best`, `a2 and b4 are best`, `5 of 7 moves are best`. The value is shown elsewhere. */
function bestWords(best: string[], all: number): string {
  if (best.length === 1) return `${best[0]} is best`;
  if (best.length === all) return "All moves are worth the same";
  if (best.length > NAMED) return `${best.length} of ${all} moves are best`;
  return `${best.slice(0, -1).join(", ")} and ${best.at(-1)} are best`;
}

const sameKind = (one: TokenView, other: TokenView) =>
  one.kind === other.kind && (one.side ?? null) === (other.side ?? null);

/** The tokens on the cells after a click. */
function put({ tokens, tool }: Analyse, cell: number): TokenView[][] {
  if (tool === "play") return tokens;
  if (tool === "clear") return tokens.map((here, index) => (index === cell ? [] : here));
  const { token, most, shares } = tool;
  const isIt = (other: TokenView) => sameKind(token, other);
  const here = tokens[cell] ?? [];
  const piles = shares && most !== 1;
  // A second click with the same tool removes the token, or adds one to a pile.
  const after = here.some(isIt)
    ? piles
      ? here.map((other) => (isIt(other) ? { ...other, count: other.count + 1 } : other))
      : here.filter((other) => !isIt(other))
    : shares
      ? [...here, token]
      : [token];
  const next = tokens.map((old, index) => (index === cell ? after : old));
  const total = next.flat().reduce((sum, other) => sum + (isIt(other) ? other.count : 0), 0);
  return most == null || total <= most ? next : takeOne(next, cell, isIt);
}

/** Removes one token from the first other cell that has one, else from this cell. */
function takeOne(tokens: TokenView[][], cell: number, isIt: (token: TokenView) => boolean): TokenView[][] {
  const other = tokens.findIndex((here, index) => index !== cell && here.some(isIt));
  const from = other < 0 ? cell : other;
  return tokens.map((here, index) =>
    index === from
      ? here.flatMap((token) =>
          !isIt(token) ? [token] : token.count > 1 ? [{ ...token, count: token.count - 1 }] : [],
        )
      : here,
  );
}

/** The earlier positions. Returning to the last of them counts as going back. */
function past({ position, past }: Analyse, next: PositionView): string[] {
  if (position.game !== next.game) return [];
  if (position.position === next.position) return past;
  return past.at(-1) === next.position ? past.slice(0, -1) : [...past, position.position];
}

function standing(position: PositionView): Omit<Analyse, "tool" | "past"> {
  const tokens = position.scene.cells.map((cell) => cell.tokens);
  return { position, tokens, turns: [], text: position.position, phase: { name: "standing" } };
}

/** What a longer search has told so far, and what was known before. */
export function joined(news: ValuesView, before: ValuesView | null): ValuesView {
  if (!before) return news;
  const earlier = new Map(before.moves.map((it) => [it.move, it.value]));
  const moves = news.moves.map(({ move, value }) => ({ move, value: known(value, earlier.get(move)) }));
  const value = known(news.value, before.value);
  const line = news.line.length > 0 ? news.line : before.line;
  const bounds = value.kind === "unknown" ? (news.bounds ?? before.bounds) : null;
  return { value, bounds, moves, line };
}

function known(value: ValueView, before: ValueView | undefined): ValueView {
  return value.kind === "unknown" && before ? before : value;
}
