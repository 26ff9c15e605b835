import { describe, expect, test } from "vitest";
import type { ValueView } from "../../src/api/types";
import { curve, FIELD, level, nearest } from "../../src/parts/curve";

const win = (moves: number): ValueView => ({ kind: "win", moves, words: `win in ${moves}` });
const loss = (moves: number): ValueView => ({ kind: "loss", moves, words: `loss in ${moves}` });
const draw: ValueView = { kind: "draw", moves: null, words: "draw" };
const unknown: ValueView = { kind: "unknown", moves: null, words: "not known" };

describe("the height of a value", () => {
  test("falls from the quick win over the draw to the quick loss", () => {
    const falling = [win(0), win(1), win(5), win(9), draw, loss(9), loss(5), loss(1), loss(0)];
    const levels = falling.map((value) => level(value, 9) as number);
    expect(levels).toEqual([...levels].sort((one, other) => other - one));
    expect(new Set(levels).size).toBe(levels.length);
    expect(levels[0]).toBe(1);
    expect(levels.at(-1)).toBe(-1);
  });

  test("is none where nothing is known", () => expect(level(unknown, 9)).toBeNull());

  test("keeps the farthest win apart from a draw", () => expect(level(win(40), 9)).toBeGreaterThan(0.3));
});

describe("the curve", () => {
  test("has a point for each value, evenly from edge to edge", () => {
    const { points } = curve([win(3), win(2), loss(1)]);
    expect(points.map(({ x }) => x)).toEqual([FIELD.left, (FIELD.left + FIELD.right) / 2, FIELD.right]);
  });

  test("shades above while it is won and below while it is lost, and meets the middle between", () => {
    const { above, below } = curve([win(1), loss(1)]);
    expect(above).toMatch(/^M30 90 30 \d+(\.\d)? 285 90 540 90 540 90Z$/);
    expect(below).toMatch(/^M30 90 30 90 285 90 540 \d+(\.\d)? 540 90Z$/);
  });

  test("shades nothing over a drawn game", () => {
    const drawn = curve([draw, draw, draw]);
    expect(drawn.above + drawn.below).toBe("");
    expect(drawn.line).toBe("M30 90 285 90 540 90");
  });

  test("breaks where a value is not known", () => {
    const broken = curve([draw, unknown, draw]);
    expect(broken.line).toBe("M30 90M540 90");
    expect(broken.points[1]?.y).toBeNull();
  });

  test("stays on the paper", () => {
    for (const { y } of curve([win(0), loss(0), win(30), draw]).points) {
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(FIELD.height);
    }
  });

  test("never crowds its labels", () => {
    for (const count of [1, 2, 9, 10, 43, 65]) {
      const labels = curve(Array(count).fill(draw)).ticks.map(({ label }) => Number(label));
      expect(labels[0]).toBe(0);
      expect(labels.length).toBeLessThanOrEqual(9);
      expect(Math.max(...labels)).toBeLessThan(count);
    }
  });
});

describe("a click on the curve", () => {
  test("chooses the point under it", () => {
    const { points } = curve(Array(13).fill(draw));
    points.forEach(({ x }, index) => {
      expect(nearest(x / FIELD.width, points.length)).toBe(index);
    });
  });

  test("beside it chooses an end", () => {
    expect(nearest(-1, 5)).toBe(0);
    expect(nearest(2, 5)).toBe(4);
    expect(nearest(0.5, 1)).toBe(0);
  });
});
