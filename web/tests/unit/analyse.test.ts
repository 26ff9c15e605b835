import { describe, expect, test } from "vitest";
import type { PositionView, TurnWord, ValuesView, ValueView } from "../../src/api/types";
import {
  after,
  begin,
  type Event,
  headline,
  moves,
  scene,
  type Tool,
  update,
  word,
} from "../../src/state/analyse";

function position(text: string): PositionView {
  const cells = [...text].map((stone, index) => ({
    name: `${index}`,
    x: index,
    y: 0,
    group: 0,
    shape: "square",
    token: stone === "x" ? "cross" : stone === "o" ? "ring" : null,
    line: false,
  }));
  return { position: text, scene: { cells, groups: [] }, moves: [{ move: "a" }] } as unknown as PositionView;
}

const from = (text: string, ...events: Event[]) => events.reduce(update, begin(position(text)));
const tool = (name: Tool): Event => ({ kind: "tool", tool: name });
const put = (cell: number): Event => ({ kind: "put", cell });
const stones = (state: ReturnType<typeof begin>) =>
  scene(state)
    .cells.map(({ token }) => (token === "cross" ? "x" : token === "ring" ? "o" : "."))
    .join("");

describe("setting up", () => {
  test("puts what the tool holds, over what stood there", () => {
    expect(stones(from("...", tool("cross"), put(0), tool("ring"), put(0), put(2)))).toBe("o.o");
  });

  test("takes a stone away by the same tool or by clearing", () => {
    expect(stones(from("xo.", tool("cross"), put(0)))).toBe(".o.");
    expect(stones(from("xo.", tool("clear"), put(1)))).toBe("x..");
    expect(stones(from("xo.", { kind: "empty" }))).toBe("...");
  });

  test("keeps the stones while they can be no position", () => {
    const why = { error: "x has two stones more", hint: null };
    const state = from("...", tool("cross"), put(0), put(1), { kind: "refused", by: "stones", why });
    expect(stones(state)).toBe("xx.");
    expect(state.phase).toEqual({ name: "impossible", why });
    expect(moves({ ...state, tool: "play" })).toEqual([]);
  });

  test("keeps the text that cannot be read, and the position before it", () => {
    const why = { error: "`q` is no stone", hint: "a cell is `x`, `o` or `.`" };
    const state = from("x..", { kind: "type", text: "q.." }, { kind: "refused", by: "text", why });
    expect(state.text).toBe("q..");
    expect(state.position.position).toBe("x..");
    expect(stones(state)).toBe("x..");
  });

  test("follows the position that the server read, with the same tool in hand", () => {
    const state = from("...", tool("ring"), put(0), { kind: "stands", position: position("xo.") });
    expect(state).toMatchObject({ text: "xo.", tool: "ring", phase: { name: "standing" } });
    expect(stones(state)).toBe("xo.");
  });
});

test("what was before is kept, and going there is going back", () => {
  const stands = (text: string): Event => ({ kind: "stands", position: position(text) });
  const pasts = [["x.."], ["x..", "xo."], ["x..", "xo.", "xo."], ["x..", "xo.", "x.."]].map(
    (texts) => from("...", ...texts.map(stands)).past,
  );
  expect(pasts).toEqual([["..."], ["...", "x.."], ["...", "x.."], ["..."]]);
});

test("moves can be chosen only with the tool that plays", () => {
  expect(moves(from("..."))).toHaveLength(1);
  expect(moves(from("...", tool("cross")))).toEqual([]);
});

test("a move is written behind its position", () => {
  expect(after(position("x.."), "b1")).toBe("x..+b1");
});

describe("in words", () => {
  const value = (words: string): ValueView => ({
    kind: words.split(" ")[0] as ValueView["kind"],
    moves: Number(words.split(" ")[2]) || null,
    words,
  });
  const values = (best: string, moves: Record<string, string>, bounds: string | null = null): ValuesView => ({
    value: value(best),
    bounds,
    moves: Object.entries(moves).map(([move, words]) => ({ move, value: value(words) })),
    line: [],
  });
  const turning = (turn: TurnWord, winner: "first" | "second" | null = null) =>
    begin({ ...position("..."), sides: ["X", "O"], turn, winner });

  test("the headline says whose turn it is and what it is worth", () => {
    expect(headline(turning("second"), null)).toBe("O to move.");
    expect(headline(turning("first"), values("win in 3", {}))).toBe("X to move: win in 3.");
    expect(headline(turning("over", "second"), null)).toBe("O has won.");
    expect(headline(turning("over"), null)).toBe("Drawn.");
  });

  test("the word names the best moves, as long as they are few", () => {
    const strong = (moves: Record<string, string>) =>
      word(turning("first"), values(Object.values(moves)[0] ?? "draw", moves)).strong;
    expect(strong({ a: "win in 3", b: "draw" })).toBe("a is best");
    expect(strong({ a: "draw", b: "draw", c: "loss in 1" })).toBe("a and b are best");
    expect(strong({ a: "draw", b: "draw", c: "draw", d: "loss in 1" })).toBe("a, b and c are best");
    expect(strong({ a: "draw", b: "draw", c: "draw", d: "draw", e: "loss in 1" })).toBe(
      "4 of 5 moves are best",
    );
    expect(strong({ a: "draw", b: "draw" })).toBe("All moves are worth the same");
    expect(strong({ a: "draw" })).toBe("a is best");
    expect(strong({ a: "win in 2", b: "win in 2", c: "draw" })).toBe("a and b are best");
    expect(strong({ a: "loss in 4", b: "loss in 2" })).toBe("a is best");
  });

  test("what is not known is said so, with what is proven", () => {
    const say = word(turning("first"), values("unknown", { a: "unknown" }, "at least a draw"));
    expect(say).toMatchObject({ tone: "neutral", text: "At least a draw." });
  });

  test("a value of which no move is known to keep it is no value of the moves", () => {
    const say = word(turning("first"), values("win in 21", { a: "unknown", b: "unknown" }));
    expect(say.strong).toBe("The value is proven");
  });

  test("a refusal is told as sentences", () => {
    const why = { error: "x has two stones more", hint: "take one away" };
    const state = update(turning("first"), { kind: "refused", by: "stones", why });
    expect(headline(state, null)).toBe("No position yet.");
    expect(word(state, null).text).toBe("X has two stones more. Take one away.");
  });
});
