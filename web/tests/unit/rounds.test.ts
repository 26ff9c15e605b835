import { describe, expect, test } from "vitest";
import type { SideWord } from "../../src/api/types";
import { rounds } from "../../src/parts/rounds";

describe("rounds", () => {
  test("pair the sides", () => {
    expect(rounds(["first", "second", "first"])).toEqual([
      [0, 1],
      [2, null],
    ]);
  });

  test("leave the first place empty if the second side began", () => {
    expect(rounds(["second", "first", "second"])).toEqual([
      [null, 0],
      [1, 2],
    ]);
  });

  test("hold every move once and in order, whoever moves twice", () => {
    for (let bits = 0; bits < 256; bits += 1) {
      const sides = Array.from(
        { length: 8 },
        (_, place): SideWord => (bits & (1 << place) ? "second" : "first"),
      );
      expect(rounds(sides).flatMap((round) => round.filter((index) => index !== null))).toEqual([
        0, 1, 2, 3, 4, 5, 6, 7,
      ]);
    }
  });
});
