// A position being set up, by clicks or by text, and what the server says to it.
import type { LegalMove, PositionView, Refusal, SceneView, TokenWord } from "../api/types";

/** What a click does. */
export type Tool = "play" | "cross" | "ring" | "clear";

/** A position being set up. */
export interface Analyse {
  /** The last position that can be one. */
  position: PositionView;
  /** What stands on each cell of the board, also where it can be no position. */
  tokens: (TokenWord | null)[];
  /** The text as it stands in the field. */
  text: string;
  tool: Tool;
  phase: Phase;
}

/** How the board and the text stand to the position. */
export type Phase =
  /** They show it. */
  | { name: "standing" }
  /** The server has been asked. */
  | { name: "asked" }
  /** The stones can be no position: why. */
  | { name: "impossible"; why: Refusal }
  /** The text cannot be read: why. */
  | { name: "misread"; why: Refusal };

/** What happens to it. */
export type Event =
  | { kind: "tool"; tool: Tool }
  | { kind: "put"; cell: number }
  | { kind: "empty" }
  | { kind: "type"; text: string }
  | { kind: "ask" }
  | { kind: "stands"; position: PositionView }
  | { kind: "refused"; by: "stones" | "text"; why: Refusal };

/** Begins with a position that stands. */
export function begin(position: PositionView): Analyse {
  return { ...standing(position), tool: "play" };
}

/** The position after something happened. */
export function update(state: Analyse, event: Event): Analyse {
  switch (event.kind) {
    case "tool":
      return { ...state, tool: event.tool };
    case "put":
      return { ...state, tokens: put(state, event.cell), phase: { name: "asked" } };
    case "empty":
      return { ...state, tokens: state.tokens.map(() => null), phase: { name: "asked" } };
    case "type":
      return { ...state, text: event.text };
    case "ask":
      return { ...state, phase: { name: "asked" } };
    case "stands":
      return { ...standing(event.position), tool: state.tool };
    case "refused":
      return { ...state, phase: { name: event.by === "stones" ? "impossible" : "misread", why: event.why } };
  }
}

/** The board with the stones as they stand. */
export function scene({ position, tokens, phase }: Analyse): SceneView {
  if (phase.name === "standing") return position.scene;
  const cells = position.scene.cells.map((cell, index) => ({ ...cell, token: tokens[index] ?? null, line: false }));
  return { ...position.scene, cells };
}

/** The moves that a click can choose: none while stones are being put down. */
export function moves({ position, tool, phase }: Analyse): LegalMove[] {
  return tool === "play" && phase.name === "standing" ? position.moves : [];
}

/** The text of the position after a move. */
export function after(position: PositionView, move: string): string {
  return `${position.position}+${move}`;
}

/** The stone that a tool puts; a second click with the same tool takes it away. */
function put({ tokens, tool }: Analyse, cell: number): (TokenWord | null)[] {
  const stone = tool === "cross" || tool === "ring" ? tool : null;
  return tokens.map((token, index) => (index === cell ? (token === stone ? null : stone) : token));
}

function standing(position: PositionView): Omit<Analyse, "tool"> {
  const tokens = position.scene.cells.map((cell) => cell.token ?? null);
  return { position, tokens, text: position.position, phase: { name: "standing" } };
}
