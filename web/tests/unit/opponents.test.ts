import { expect, test } from "vitest";
import type { OpponentView } from "../../src/api/types";
import { lookAheads, offered, programs } from "../../src/parts/opponents";

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
