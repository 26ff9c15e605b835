import { expect, test } from "vitest";
import { Seen } from "../../src/state/seen";

test("levels are remembered by game, each once, the newest last", () => {
  const seen = new Seen();
  for (const position of ["one", "two", "one"]) seen.add("tictactoe", position);
  seen.add("connect3", "three");
  seen.add("connect3", null);
  expect(seen.of("tictactoe")).toEqual(["two", "one"]);
  expect(seen.of("connect3")).toEqual(["three"]);
  expect(seen.of("bottom2")).toEqual([]);
});

test("the oldest are forgotten before an address grows too long", () => {
  const seen = new Seen();
  for (let index = 0; index < 1000; index += 1) seen.add("qubic", `${"x..o/".repeat(16)}${index}`);
  const text = encodeURIComponent(seen.of("qubic").join(" "));
  expect(text.length).toBeLessThan(4000);
  expect(text).toMatch(/999$/);
});

test("a level that was tried may come back", () => {
  const seen = new Seen();
  seen.add("tictactoe", "one");
  seen.add("tictactoe", "two");
  seen.drop("tictactoe", "one");
  seen.drop("connect4", "two");
  expect(seen.of("tictactoe")).toEqual(["two"]);
});
