import { expect, test } from "vitest";
import type { OpponentView } from "../../src/api/types";
import { beside, lookAheads, offered, programs } from "../../src/parts/opponents";

const all = (...ids: string[]): OpponentView[] => ids.map((id) => ({ id, name: id, about: "", strength: 1 }));

test("a choice stands where the game offers it, else the usual one, else one in the middle", () => {
  expect(offered(all("random", "1", "2", "human"), "1")).toBe("1");
  expect(offered(all("random", "1", "2", "human"), "3")).toBe("2");
  expect(offered(all("random", "1", "2", "human"), null)).toBe("2");
  expect(offered(all("random", "1", "human"), "human")).toBe("1");
  expect(offered(all("random", "novice", "fastest", "perfect", "human"), null)).toBe("fastest");
});

test("a second person is no program, and only some programs look ahead", () => {
  const opponents = all("random", "1", "12", "perfect", "human");
  expect(programs(opponents).map(({ id }) => id)).toEqual(["random", "1", "12", "perfect"]);
  expect(lookAheads(opponents).map(({ id }) => id)).toEqual(["1", "12"]);
});

test("the opponents next to one are the nearest in strength, never a person", () => {
  const strengths: [string, number][] = [
    ["perfect", 5],
    ["random", 0],
    ["2", 2],
    ["1", 1],
    ["human", 0],
  ];
  const opponents = strengths.map(([id, strength]) => ({ id, name: id, about: "", strength }));
  const ids = (strength: number) => {
    const { weaker, stronger } = beside(opponents, { strength });
    return [weaker?.id, stronger?.id];
  };
  expect(ids(2)).toEqual(["1", "perfect"]);
  expect(ids(0)).toEqual([undefined, "1"]);
  expect(ids(5)).toEqual(["2", undefined]);
});
