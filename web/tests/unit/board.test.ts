import { describe, expect, test } from "vitest";
import { choose, target } from "../../src/board/choose";
import { leadsTo } from "../../src/board/keys";
import { layout } from "../../src/board/layout";
import { lineEnds, valueMarks } from "../../src/board/marks";
import { paint } from "../../src/board/paint";
import { cellWords } from "../../src/board/speak";
import { move, scene } from "./examples";

const small = scene([["x..", ".o.", "..."]]);
const falling = scene([["...", "...", "x.o"]], { round: true, falls: true });
const layers = scene(Array.from({ length: 4 }, () => ["....", "....", "....", "...."]));

describe("layout", () => {
  test("no two cells overlap, and all lie inside", () => {
    for (const picture of [small, falling, layers]) {
      for (const flipped of [false, true]) {
        for (const across of [1, 2, 4]) {
          const plan = layout(picture, { flipped, across });
          for (const a of plan.spots) {
            expect(a.x).toBeGreaterThanOrEqual(0);
            expect(a.y).toBeGreaterThanOrEqual(0);
            expect(a.x + a.size).toBeLessThanOrEqual(plan.width);
            expect(a.y + a.size).toBeLessThanOrEqual(plan.height);
            for (const b of plan.spots) {
              if (a.cell === b.cell) continue;
              const apart = Math.abs(a.x - b.x) >= a.size || Math.abs(a.y - b.y) >= a.size;
              expect(apart).toBe(true);
            }
          }
        }
      }
    }
  });

  test("rows hold every cell once, as they are seen", () => {
    for (const flipped of [false, true]) {
      const plan = layout(layers, { flipped });
      expect(plan.rows.flat().sort((a, b) => a - b)).toEqual(layers.cells.map((_, index) => index));
      for (const row of plan.rows) {
        const xs = row.map((cell) => plan.spots[cell]?.x ?? -1);
        expect([...xs].sort((a, b) => a - b)).toEqual(xs);
      }
    }
  });

  test("a flipped board is mirrored; where tokens fall, down stays down", () => {
    const plain = layout(falling);
    const mirrored = layout(falling, { flipped: true });
    expect(mirrored.spots[0]?.x).toBe(plain.spots[2]?.x);
    expect(mirrored.spots[0]?.y).toBe(plain.spots[0]?.y);
    const turned = layout(small, { flipped: true });
    expect(turned.spots[0]).toMatchObject({ x: layout(small).spots[8]?.x, y: layout(small).spots[8]?.y });
  });
});

describe("keys", () => {
  const plan = layout(small);
  test("arrows go to the neighbour and stop at the edge", () => {
    expect(leadsTo("ArrowRight", 0, plan, small)).toBe(1);
    expect(leadsTo("ArrowDown", 1, plan, small)).toBe(4);
    expect(leadsTo("ArrowUp", 1, plan, small)).toBe(1);
    expect(leadsTo("ArrowLeft", 3, plan, small)).toBe(3);
  });
  test("Home and End go to the ends of the row, other keys nowhere", () => {
    expect(leadsTo("Home", 5, plan, small)).toBe(3);
    expect(leadsTo("End", 3, plan, small)).toBe(5);
    expect(leadsTo("a", 3, plan, small)).toBeNull();
  });
  test("arrows reach every cell of a board in layers, pages change the layer", () => {
    const wide = layout(layers, { across: 2 });
    const reached = new Set([0]);
    for (const cell of reached) {
      for (const key of ["ArrowRight", "ArrowDown"]) reached.add(leadsTo(key, cell, wide, layers) ?? 0);
    }
    expect(reached.size).toBe(64);
    expect(leadsTo("PageDown", 5, wide, layers)).toBe(21);
    expect(leadsTo("PageUp", 21, wide, layers)).toBe(5);
    expect(leadsTo("PageUp", 5, wide, layers)).toBe(5);
  });
});

describe("choosing a move", () => {
  const drop = move("b", 7, "cross", [1, 4]);
  test("by its cell and by others of its column", () => {
    expect(choose([drop], [], 7)).toEqual({ kind: "move", move: drop });
    expect(choose([drop], [], 1)).toEqual({ kind: "move", move: drop });
    expect(choose([drop], [], 0)).toEqual({ kind: "none" });
  });
  test("step by step, and another beginning starts over", () => {
    const far = { move: "a1-b2", cells: [0, 4], also: [], changes: [] };
    const near = { move: "a1-b1", cells: [0, 1], also: [], changes: [] };
    const other = { move: "c1-c2", cells: [2, 5], also: [], changes: [] };
    const all = [far, near, other];
    expect(choose(all, [], 0)).toEqual({ kind: "more", picked: [0] });
    expect(choose(all, [0], 1)).toEqual({ kind: "move", move: near });
    expect(choose(all, [0], 2)).toEqual({ kind: "more", picked: [2] });
    expect(choose(all, [0], 8)).toEqual({ kind: "none" });
    expect(target(far)).toBe(4);
  });
});

describe("words and marks", () => {
  const values = {
    value: { kind: "win" as const, moves: 3, words: "win in 3" },
    moves: [{ move: "b", value: { kind: "draw" as const, moves: null, words: "draw" } }],
    line: [],
  };
  test("a cell says place, token, how it is played and its marks", () => {
    const drop = move("b", 7, "cross", [1, 4]);
    const marks = valueMarks([drop], values);
    expect(cellWords(falling, 7, ["X", "O"], [drop], marks)).toBe("b1, empty, drop here, draw");
    expect(cellWords(falling, 1, ["X", "O"], [drop], marks)).toBe("b3, empty, drops to b1");
    expect(cellWords(falling, 6, ["X", "O"], [drop], [{ cell: 6, kind: "last" }])).toBe(
      "a1, X, full disc, last move",
    );
    expect(cellWords(small, 4, ["X", "O"], [], [])).toBe("b2, O");
    expect(cellWords(layers, 16, ["X", "O"], [], [])).toBe("layer 2, a4, empty");
  });
  test("a straight line has two ends, a bent one none", () => {
    expect(lineEnds(paint(falling, [], [0, 4, 8]))).toEqual([0, 8]);
    expect(lineEnds(paint(falling, [], [0, 1, 2, 5, 8]))).toBeNull();
    expect(lineEnds(falling)).toBeNull();
  });
  test("painting leaves the old scene as it was", () => {
    const after = paint(small, [{ cell: 1, token: "cross" }], [1]);
    expect(after.cells[1]).toMatchObject({ token: "cross", line: true });
    expect(small.cells[1]).toMatchObject({ token: null, line: false });
  });
});
