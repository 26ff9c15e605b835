// Small scenes and games for tests, written out by hand.
import type { LegalMove, PositionView, SceneView, SessionView, TokenWord } from "../../src/api/types";

type Row = string;
const TOKENS: Record<string, TokenWord> = { x: "cross", o: "ring" };

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
          token: TOKENS[sign] ?? null,
          line: false,
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
    })),
    links: [],
  };
}

export function move(name: string, cell: number, token: TokenWord, also: number[] = []): LegalMove {
  return { move: name, cells: [cell], also, changes: [{ cell, token }] };
}

/** Tic-Tac-Toe with a move for every empty cell. */
export function position(rows: Row[], turn: PositionView["turn"] = "first"): PositionView {
  const picture = scene([rows]);
  const token = turn === "second" ? "ring" : "cross";
  return {
    game: "tictactoe",
    title: "Tic-Tac-Toe",
    position: rows.join("/"),
    turn,
    winner: null,
    sides: ["X", "O"],
    scene: picture,
    moves:
      turn === "over"
        ? []
        : picture.cells.flatMap((cell, index) => (cell.token ? [] : [move(cell.name, index, token)])),
  };
}

export function session(rows: Row[], change: Partial<SessionView> = {}): SessionView {
  return {
    id: "one",
    you: "first",
    against: { id: "2", name: "Foresight 2", about: "looks two rounds ahead", strength: 2 },
    goal: null,
    start: ".../.../...",
    seed: 1,
    at: 0,
    moves: [],
    last: [],
    now: position(rows),
    state: "open",
    result: "unknown",
    say: { tone: "neutral", strong: "Your move", text: "" },
    slips: 0,
    hinted: 0,
    helped: false,
    cost: "",
    can_undo: false,
    ...change,
  };
}
