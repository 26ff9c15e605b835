import { expect, test } from "vitest";
import type { MoveValueView } from "../../src/api/types";
import { byValue } from "../../src/parts/values";

test("moves stand by value, the best first", () => {
  const move = (
    name: string,
    kind: "win" | "draw" | "loss" | "unknown",
    moves: number | null,
  ): MoveValueView => ({
    move: name,
    value: { kind, moves, words: moves === null ? kind : `${kind} in ${moves}` },
  });
  const groups = byValue([
    move("a", "loss", 2),
    move("b", "unknown", null),
    move("c", "win", 4),
    move("d", "draw", null),
    move("e", "loss", 3),
    move("f", "win", 3),
    move("g", "draw", null),
  ]);
  expect(groups.map(({ value, moves }) => `${value.words}: ${moves.join(" ")}`)).toEqual([
    "win in 3: f",
    "win in 4: c",
    "draw: d g",
    "loss in 3: e",
    "loss in 2: a",
    "unknown: b",
  ]);
});
