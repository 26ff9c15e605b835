// Small scenes and games for tests, written by hand.
import type { Change, LegalMove, PositionView, SceneView, SessionView, TokenView } from "../../src/api/types";

type Row = string;
export const cross: TokenView = { side: "first", kind: "cross", count: 1 };
export const ring: TokenView = { side: "second", kind: "ring", count: 1 };
const disc = (token: TokenView): TokenView => ({ ...token, kind: "disc" });
const TOKENS: Record<string, TokenView> = { x: cross, o: ring };

/** A change of a cell. */
export const put = (cell: number, token: TokenView, marks: string[] = []): Change => ({
  of: "cell",
  cell,
  tokens: [token],
  marks,
});

/** The tokens of a scene, one letter per cell. */
export const letters = ({ cells }: Pick<SceneView, "cells">): string =>
  cells.map(({ tokens: [token] }) => (token ? (token.side === "first" ? "x" : "o") : ".")).join("");

/** A scene from its rows: `x`, `o` and `.`, a list of rows per group. */
export function scene(groups: Row[][], { round = false, falls = false } = {}): SceneView {
  return {
    cells: groups.flatMap((rows, group) =>
      rows.flatMap((row, y) =>
        [...row].map((sign, x) => ({
          name: `${"abcdefgh"[x]}${rows.length - y}`,
          x,
          y,
          group,
          shape: round ? ("round" as const) : ("square" as const),
          tokens: [TOKENS[sign] ?? []].flat().map((token) => (round ? disc(token) : token)),
          marks: [],
        })),
      ),
    ),
    groups: groups.map((rows, index) => ({
      name: groups.length > 1 ? `layer ${index + 1}` : "",
      width: rows[0]?.length ?? 0,
      height: rows.length,
      columns: [...(rows[0] ?? "")].map((_, x) => "abcdefgh"[x] ?? ""),
      rows: rows.map((_, y) => String(rows.length - y)),
      falls,
      state: "open" as const,
    })),
    links: [],
  };
}

export function move(name: string, cell: number, token: TokenView, also: number[] = []): LegalMove {
  return { move: name, cells: [cell], also, shows_on: cell, changes: [put(cell, token)] };
}

/** A move with several cells, such as from one cell to another. */
export const walk = (name: string, cells: number[]): LegalMove => ({
  move: name,
  cells,
  also: [],
  shows_on: cells.at(-1) ?? null,
  changes: [],
});

/** Tic-Tac-Toe with a move for every empty cell. */
export function position(rows: Row[], turn: PositionView["turn"] = "first"): PositionView {
  const picture = scene([rows]);
  const token = turn === "second" ? ring : cross;
  return {
    game: "tictactoe",
    title: "Tic-Tac-Toe",
    position: rows.join("/"),
    turn,
    winner: null,
    sides: ["X", "O"],
    signs: [cross, ring],
    scene: picture,
    moves:
      turn === "over"
        ? []
        : picture.cells.flatMap((cell, index) =>
            cell.tokens.length > 0 ? [] : [move(cell.name, index, token)],
          ),
  };
}

export function session(rows: Row[], change: Partial<SessionView> = {}): SessionView {
  return {
    id: "one",
    rule: "Three in a line win.",
    you: "first",
    against: { id: "2", name: "Foresight 2", about: "looks two rounds ahead", strength: 2 },
    goal: null,
    start: ".../.../...",
    seed: 1,
    at: 0,
    moves: [],
    last: null,
    now: position(rows),
    state: "open",
    result: "unknown",
    say: { tone: "neutral", strong: "Your move", text: "" },
    slips: 0,
    has_response: false,
    hinted: 0,
    helped: false,
    cost: "",
    can_undo: false,
    ...change,
  };
}
