import { describe, expect, test } from "vitest";
import type { SceneView } from "../../src/api/types";
import { choose, nextCells, onCells, target } from "../../src/board/choose";
import { leadsTo } from "../../src/board/keys";
import { layout } from "../../src/board/layout";
import { lineEnds, shownMarks, valueMarks } from "../../src/board/marks";
import { arrivals, paint } from "../../src/board/paint";
import { standing, symbol } from "../../src/board/pieces";
import { cellWords, tokenWords } from "../../src/board/speak";
import { cross, letters, move, put, ring, scene, walk } from "./examples";

const small = scene([["x..", ".o.", "..."]]);
const falling = scene([["...", "...", "x.o"]], { round: true, falls: true });
const layers = scene(Array.from({ length: 4 }, () => ["....", "....", "....", "...."]));

const ARROWS = ["Left", "Right", "Up", "Down"];

/** The dark squares of a board: `a1` is one. */
function darkSquares(size: number): SceneView {
  const whole = scene([Array.from({ length: size }, () => ".".repeat(size))]);
  return { ...whole, cells: whole.cells.filter(({ x, y }) => (x + y) % 2 === 1) };
}

/** Twenty cells at arbitrary places on a board of 5×5. */
function cloud(seed: number): SceneView {
  const whole = scene([["x"]]);
  const [cell] = whole.cells;
  let state = seed + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state % 500) / 100;
  };
  const cells = Array.from({ length: 20 }, () => (cell ? [{ ...cell, x: next(), y: next() }] : []));
  return { ...whole, cells: cells.flat() };
}

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
  test("on dark squares alone, up and down lead straight on, and back", () => {
    const dark = darkSquares(6);
    const plan = layout(dark);
    const names = (from: string, ...keys: string[]) =>
      keys.map((key) => {
        const cell = dark.cells.findIndex(({ name }) => name === from);
        from = dark.cells[leadsTo(key, cell, plan, dark) ?? -1]?.name ?? "";
        return from;
      });
    expect(names("d6", "ArrowDown", "ArrowDown", "ArrowDown")).toEqual(["c5", "d4", "c3"]);
    expect(names("c3", "ArrowUp", "ArrowUp", "ArrowUp")).toEqual(["d4", "c5", "d6"]);
    expect(names("a1", "ArrowRight", "ArrowRight", "ArrowLeft")).toEqual(["c1", "e1", "c1"]);
    expect(names("e1", "ArrowRight")).toEqual(["f2"]);
  });
  test("arrows lead from every cell to every other, however the cells lie", () => {
    const clouds = Array.from({ length: 30 }, (_, seed) => cloud(seed));
    for (const picture of [small, falling, layers, darkSquares(6), darkSquares(8), ...clouds]) {
      for (const flipped of [false, true]) {
        const plan = layout(picture, { flipped });
        for (let start = 0; start < picture.cells.length; start += 1) {
          const reached = new Set([start]);
          for (const cell of reached) {
            for (const arrow of ARROWS) reached.add(leadsTo(`Arrow${arrow}`, cell, plan, picture) ?? -1);
          }
          expect([...reached].sort((a, b) => a - b)).toEqual(picture.cells.map((_, cell) => cell));
        }
      }
    }
  });
});

describe("choosing a move", () => {
  const drop = move("b", 7, cross, [1, 4]);
  test("by its cell and by others of its column", () => {
    expect(choose([drop], [], 7)).toEqual({ kind: "move", move: drop });
    expect(choose([drop], [], 1)).toEqual({ kind: "move", move: drop });
    expect(choose([drop], [], 0)).toEqual({ kind: "none" });
  });
  test("step by step, and another beginning starts over", () => {
    const [far, near, other] = [walk("a1-b2", [0, 4]), walk("a1-b1", [0, 1]), walk("c1-c2", [2, 5])];
    const all = [far, near, other];
    expect(choose(all, [], 0)).toEqual({ kind: "more", picked: [0] });
    expect(choose(all, [0], 1)).toEqual({ kind: "move", move: near });
    expect(choose(all, [0], 2)).toEqual({ kind: "more", picked: [2] });
    expect(choose(all, [0], 8)).toEqual({ kind: "none" });
    expect(choose(all, [0], 0)).toEqual({ kind: "none" });
    expect(target(far)).toBe(4);
    expect(nextCells(all, [])).toEqual([0, 2]);
    expect(nextCells(all, [0])).toEqual([4, 1]);
  });
  test("in any order where no move has this one", () => {
    const [edge, other] = [walk("12", [1, 2]), walk("23", [2, 3])];
    expect(choose([edge, other], [2], 1)).toEqual({ kind: "move", move: edge });
    expect(choose([edge], [], 2)).toEqual({ kind: "more", picked: [2] });
    expect(nextCells([edge, other], [3])).toEqual([2]);
  });
  test("by a button where moves have the same cells", () => {
    const button = (key: string, text: string) => ({ ...walk(`a1-a2${key}`, [0, 3]), button: { key, text } });
    const both = [button("k", "king"), button("m", "man")];
    expect(choose(both, [0], 3)).toEqual({ kind: "more", picked: [0, 3] });
    expect(onCells(both, [0, 3])).toEqual(both);
  });
});

describe("words and marks", () => {
  const values = {
    value: { kind: "win" as const, moves: 3, words: "win in 3" },
    moves: [{ move: "b", value: { kind: "draw" as const, moves: null, words: "draw" } }],
    line: [],
  };
  test("a cell says place, token, how it is played and its marks", () => {
    const drop = move("b", 7, cross, [1, 4]);
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
    const lined = (cells: number[]) =>
      lineEnds(
        paint(
          falling,
          cells.map((cell) => put(cell, cross, ["line"])),
        ),
      );
    expect(lined([0, 4, 8])).toEqual([0, 8]);
    expect(lined([0, 1, 2, 5, 8])).toBeNull();
    expect(lineEnds(falling)).toBeNull();
  });
  test("painting leaves the old scene as it was", () => {
    const after = paint(small, [put(1, cross, ["line"])]);
    expect(after.cells[1]).toMatchObject({ tokens: [cross], marks: ["line"] });
    expect(small.cells[1]).toMatchObject({ tokens: [], marks: [] });
  });
  test("only other tokens arrive, marks alone do not", () => {
    // The first cell is part of a line, the fifth is turned, the third is taken.
    const changes = [put(0, cross, ["line"]), put(4, cross), put(2, ring)];
    expect(arrivals(small, changes)).toEqual([4, 2]);
    expect(letters(paint(small, changes))).toBe("x.o.x....");
  });
  test("a move of two cells is valued where it goes, once its piece is picked", () => {
    const moves = [walk("a1-b2", [0, 4]), walk("a1-b1", [0, 1]), walk("c1-b2", [2, 4])];
    const value = (words: string) => ({ kind: words as "win" | "loss" | "draw", moves: null, words });
    const marks = valueMarks(moves, {
      ...values,
      moves: [
        { move: "a1-b2", value: value("loss") },
        { move: "a1-b1", value: value("win") },
        { move: "c1-b2", value: value("draw") },
      ],
    });
    const told = (picked: number[]) =>
      shownMarks(marks, picked).flatMap((mark) =>
        mark.kind === "value" ? [`${mark.cell} ${mark.value.words}`] : [],
      );
    expect(told([])).toEqual(["0 win", "2 draw"]);
    expect(told([0])).toEqual(["4 loss", "1 win"]);
    expect(told([2])).toEqual(["4 draw"]);
  });
  test("every kind of token has words and a sign", () => {
    const words = (side: "first" | "second" | null, kind: string, count = 1) =>
      tokenWords({ side, kind, count }, ["Wolf", "Sheep"]);
    expect(words("first", "wolf")).toBe("Wolf");
    expect(words("second", "disc")).toBe("Sheep, hollow disc");
    expect(words("second", "king")).toBe("Sheep king");
    expect(words(null, "stick", 5)).toBe("5 sticks");
    expect(symbol({ side: "first", kind: "wolf" })).toBe("wolf-x");
    expect(symbol({ side: null, kind: "stick" })).toBe("stick-n");
    expect(symbol({ side: "first", kind: "king" })).toBeNull();
  });
  test("tokens of one cell stand side by side, sticks one by one", () => {
    const cell = { ...small.cells[0], tokens: [cross, ring] } as (typeof small.cells)[0];
    const spot = { cell: 0, x: 0, y: 0, size: 100 };
    expect(standing(cell, spot).map(({ x, size }) => [x, size])).toEqual([
      [0, 50],
      [50, 50],
    ]);
    const sticks = (count: number) =>
      standing({ ...cell, tokens: [{ side: null, kind: "stick", count }] }, spot);
    for (const count of [1, 4, 7, 8, 21, 50, 100]) {
      const places = sticks(count);
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
      for (const { x, y, size } of places) {
        expect(x + size / 2).toBeGreaterThan(spot.x);
        expect(x + size / 2).toBeLessThan(spot.x + spot.size);
        expect(y + size * 0.1).toBeGreaterThan(spot.y);
        expect(y + size * 0.9).toBeLessThan(spot.y + spot.size * 0.8);
      }
    }
    const places = (count: number) => sticks(count).map(({ x, y, size }) => ({ x, y, size }));
    expect(places(18), "those that are left stay where they were").toEqual(places(21).slice(0, 18));
  });
  test("groups with a place stand there, also when the board is flipped", () => {
    const picture = scene([
      ["..", ".."],
      ["..", ".."],
    ]);
    const groups = picture.groups.map((group, index) => ({
      ...group,
      name: "",
      at: [index * 250, index * 300],
    }));
    const plan = layout({ ...picture, groups });
    expect(plan.blocks[1]).toMatchObject({ x: 270, y: 324 });
    expect(layout({ ...picture, groups }, { flipped: true }).blocks[0]).toMatchObject({ x: 270, y: 324 });
    const state = "second" as const;
    const won = { ...picture, groups: groups.map((group) => ({ ...group, name: "b1", state })) };
    expect(cellWords(won, 0, ["X", "O"], [], [])).toBe("b1, won by O, a2, empty");
  });
  test("an edge runs from cell to cell and says whose it is", () => {
    const link = {
      from: 0,
      to: 8,
      kind: "edge",
      side: "first" as const,
      directed: false,
      label: "",
      marks: [],
      path: [],
    };
    const graph = {
      ...small,
      cells: small.cells.map((cell) => ({ ...cell, shape: "node" as const, tokens: [] })),
      links: [link],
    };
    expect(layout(graph).ways[0]?.points).toEqual([
      [50, 50],
      [266, 266],
    ]);
    expect(cellWords(graph, 8, ["X", "O"], [], [])).toBe("c1, joined to a3 by X");
  });
});
