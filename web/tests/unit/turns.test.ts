import { expect, test } from "vitest";
import type { PlayedMove } from "../../src/api/types";
import { turnRounds } from "../../src/parts/turn-rounds";
import { bestMoves } from "../../src/parts/values";
import { lastTurns, turnWords } from "../../src/state/turns";

const ply = (move: string, side: "first" | "second", dice: number[] | null = null): PlayedMove => ({
  move,
  side,
  by: dice ? "chance" : "person",
  position: "",
  roll: dice && { steps: dice.reduce((sum, face) => sum + face, 0), dice },
});
const moves = [
  ply("T", "first"),
  ply("7", "first", [2, 5]),
  ply("1", "second"),
  ply("D", "first"),
  ply("3", "first", [3]),
];

test("the last turn of each side, with its roll", () => {
  expect(lastTurns(moves)).toEqual([
    { side: "second", move: "1", roll: null },
    { side: "first", move: "D", roll: { steps: 3, dice: [3] } },
  ]);
  expect(lastTurns(moves.slice(0, 1))).toEqual([{ side: "first", move: "T", roll: null }]);
});

test("a turn in words", () => {
  const names = new Map([["T", "two dice"]]);
  const [turn] = lastTurns(moves.slice(0, 2));
  expect(turn && turnWords(turn, "You", names)).toBe("You: two dice, 2 and 5, 7 steps");
  expect(turn && turnWords(turn, "You", new Map())).toBe("You: two dice, 2 and 5, 7 steps");
  const [step] = lastTurns(moves.slice(2, 3));
  expect(step && turnWords(step, "Hollow", names)).toBe("Hollow: one step");
});

test("a choice and its roll are one turn of a round", () => {
  expect(turnRounds(moves)).toEqual([
    [[0, 1], [2]],
    [[3, 4], []],
  ]);
});

test("moves are best as long as their bounds reach the best one", () => {
  const worth = (move: string, low: number, high: number) => ({
    move,
    value: { kind: "chance" as const, words: "", chance: { value: low, words: "", how: "", low, high } },
  });
  expect(bestMoves([worth("1", 0.1, 0.2), worth("D", 0.4, 0.5), worth("T", 0.3, 0.45)])).toEqual(["D", "T"]);
  expect(bestMoves([])).toEqual([]);
});
