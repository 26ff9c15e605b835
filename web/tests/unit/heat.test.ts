import { describe, expect, test } from "vitest";
import type { PairView } from "../../src/api/types";
import { depth, heat } from "../../src/parts/heat";

function pair(learner: string, opponent: string, value: number, how = "exact"): PairView {
  const name = (id: string) => (Number(id) ? `Foresight ${id}` : "Perfect");
  return {
    learner,
    learner_name: name(learner),
    opponent,
    opponent_name: name(opponent),
    win: { value, words: `${value * 100} %`, how, low: value, high: value },
    draw: null,
    hardness: null,
  };
}

describe("the table of pairs", () => {
  test("puts each pair where its row and column meet, whatever the order they come in", () => {
    const pairs = [
      pair("1", "1", 0.1),
      pair("1", "perfect", 0.2),
      pair("2", "perfect", 0.4),
      pair("2", "1", 0.3),
    ];
    const table = heat(pairs);
    expect(table.learners.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(table.opponents.map(({ short }) => short)).toEqual(["F 1", "Perfect"]);
    expect(table.cells.map((row) => row.map((cell) => cell?.win?.value))).toEqual([
      [0.1, 0.2],
      [0.3, 0.4],
    ]);
  });

  test("leaves a hole where a pair is still to come", () => {
    const table = heat([pair("1", "1", 0), pair("2", "perfect", 1)]);
    expect(table.cells[0]?.[1]).toBeNull();
  });

  test("says once how all figures were got, and not at all if they differ", () => {
    expect(heat([pair("1", "1", 0), pair("1", "2", 0)]).how).toBe("exact");
    expect(heat([pair("1", "1", 0), pair("1", "2", 0, "about")]).how).toBeNull();
    expect(heat([]).how).toBeNull();
  });
});

test("colours deepen as chances fall", () => {
  const depths = [1, 0.9, 0.7, 0.5, 0.3, 0.1, 0].map(depth);
  expect(depths).toEqual([1, 1, 2, 3, 4, 5, 5]);
});
