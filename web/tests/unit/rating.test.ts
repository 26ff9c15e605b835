import { expect, test } from "vitest";
import { FIELD, ratingChart, ratingWords, signed, untilShown } from "../../src/parts/rating";
import { oddsWords } from "../../src/parts/words";
import { easier, HALF, harder, readWishes, wishWords } from "../../src/state/wish";

const numbers = (path: string) => path.match(/[\d.]+/g)?.map(Number) ?? [];

test("the curve runs from the first try to the last, inside its band and the drawing", () => {
  const history = [
    { shown: null, rating: 1700, deviation: 320 },
    { shown: 1500, rating: 1500, deviation: 290 },
    { shown: 1480, rating: 1420, deviation: 210 },
    { shown: 1500, rating: 1610, deviation: 160 },
  ];
  const chart = ratingChart(history);
  const line = numbers(chart.line);
  expect([line[0], line.at(-2)]).toEqual([FIELD.left, FIELD.right]);
  expect(line).toHaveLength(6);
  expect(line[3]).toBeGreaterThan(line[5] ?? 0);
  expect(chart.last).toEqual({ x: FIELD.right, y: line[5] });
  const heights = numbers(chart.band).filter((_, index) => index % 2 === 1);
  expect(heights).toHaveLength(6);
  for (const height of heights) {
    expect(height).toBeGreaterThanOrEqual(FIELD.top);
    expect(height).toBeLessThanOrEqual(FIELD.bottom);
  }
  expect(heights[0]).toBeLessThan(line[1] ?? 0);
  expect(heights.at(-1)).toBeGreaterThan(line[1] ?? 0);
});

test("heights are marked by round figures, from below the band to above it", () => {
  const { marks } = ratingChart([{ shown: 1480, rating: 1480, deviation: 62 }]);
  expect(marks.map(({ label }) => label)).toEqual(["1400", "1450", "1500", "1550"]);
  expect(marks.map(({ y }) => y)).toEqual(marks.map(({ y }) => y).toSorted((one, two) => two - one));
  expect(ratingChart([{ shown: 1500, rating: 1500, deviation: 350 }]).marks.length).toBeLessThanOrEqual(7);
});

test("no tries, no curve", () => {
  expect(ratingChart([{ shown: null, rating: 1700, deviation: 300 }]).last).toBeNull();
  expect(ratingChart([])).toEqual({ line: "", band: "", last: null, marks: [] });
  expect(ratingWords([])).toBe("No rating yet");
});

test("ratings in words", () => {
  const one = [{ shown: 1390, rating: 1400, deviation: 150 }];
  expect(ratingWords(one)).toMatch(/^Rating over one try: from 1390 to 1390/);
  expect([12, -8, 0].map(signed)).toEqual(["+12", "−8", "±0"]);
  expect([undefined, 4, 1].map(untilShown)).toEqual([
    "Appears after a few rated levels.",
    "Appears after 4 more rated levels.",
    "Appears after one more rated level.",
  ]);
});

test("too easy and too hard shift the wish by a tenth, within limits", () => {
  expect([harder(HALF), easier(HALF)]).toEqual([40, 60]);
  expect([harder(10), easier(90)]).toEqual([null, null]);
  expect(wishWords(HALF)).toBe("Aim: you solve about half of them.");
});

test("only wishes that can be had are kept", () => {
  const kept = { a: 30, b: 35, c: 0, d: "30", e: 100, f: HALF };
  expect(readWishes(kept)).toEqual({ a: 30, f: HALF });
  expect([readWishes(null), readWishes("x")]).toEqual([{}, {}]);
});

test("who solves a level, in one sentence", () => {
  const odds = (player: string, percent: number) => ({
    player,
    chance: {
      value: percent / 100,
      words: `${percent} %`,
      how: "exact",
      low: percent / 100,
      high: percent / 100,
    },
  });
  const all = [odds("Random", 5), odds("Foresight 1", 20), odds("Foresight 2", 100)];
  expect(oddsWords(all)).toBe("Foresight 1 solves it in 20 % of tries, Foresight 2 in 100 %; exact.");
  const bounded = all.map((one) => ({ ...one, chance: { ...one.chance, how: "certified within 1.0e-6" } }));
  expect(oddsWords(bounded)).toMatch(/100 %; within certified bounds\.$/);
  expect(oddsWords([])).toBe("");
});
