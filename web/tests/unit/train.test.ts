import { expect, test } from "vitest";
import type { LevelView } from "../../src/api/types";
import { nothing, update } from "../../src/state/train";
import { session } from "./examples";

const level = (game: string, position: string) =>
  ({
    begin: { game, position },
    session: session(["..."]),
    rating: 1500,
    odds: [],
    rated: true,
    why: "",
    again: null,
    wanted: 50,
  }) as unknown as LevelView;
const one = level("tictactoe", "one");
const two = level("tictactoe", "two");

test("the level that is ready comes at once, and only once", () => {
  let course = update(nothing, { kind: "chose", game: "tictactoe", wish: 50 });
  course = update(course, { kind: "came", game: "tictactoe", level: one });
  course = update(course, { kind: "ready", game: "tictactoe", level: two });
  course = update(course, { kind: "next" });
  expect(course).toMatchObject({ level: two, ready: null, phase: "playing" });
  expect(update(course, { kind: "next" })).toBe(course);
});

test("the level on the board is never its own successor", () => {
  const course = update(update(nothing, { kind: "chose", game: "tictactoe", wish: 50 }), {
    kind: "came",
    game: "tictactoe",
    level: one,
  });
  expect(
    update(course, { kind: "ready", game: "tictactoe", level: level("tictactoe", "one") }).ready,
  ).toBeNull();
});

test("another game leaves the old level on the board until its own comes", () => {
  const old = update(update(nothing, { kind: "chose", game: "tictactoe", wish: 50 }), {
    kind: "came",
    game: "tictactoe",
    level: one,
  });
  const course = update(old, { kind: "chose", game: "connect4", wish: 50 });
  expect(course).toMatchObject({ game: "connect4", level: one, phase: "fetching" });
});

test("an answer for a game that was left is too late", () => {
  const course = update(nothing, { kind: "chose", game: "connect4", wish: 50 });
  expect(update(course, { kind: "came", game: "tictactoe", level: one })).toBe(course);
  expect(update(course, { kind: "ready", game: "tictactoe", level: one })).toBe(course);
});

test("a wish holds from level to level, each game having its own", () => {
  let course = update(nothing, { kind: "chose", game: "tictactoe", wish: 50 });
  course = update(course, { kind: "came", game: "tictactoe", level: one });
  course = update(course, { kind: "wished", wish: 40 });
  course = update(course, { kind: "came", game: "tictactoe", level: two });
  course = update(course, { kind: "ended" });
  expect(course.wish).toBe(40);
  expect(update(course, { kind: "chose", game: "connect4", wish: 70 }).wish).toBe(70);
});

test("a level that was made ready before the result is known is not the next one", () => {
  let course = update(nothing, { kind: "chose", game: "tictactoe", wish: 50 });
  course = update(course, { kind: "came", game: "tictactoe", level: one });
  course = update(course, { kind: "ready", game: "tictactoe", level: two });
  expect(update(course, { kind: "ended" })).toMatchObject({ level: one, ready: null });
});
