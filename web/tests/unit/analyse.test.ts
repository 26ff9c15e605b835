import { describe, expect, test } from "vitest";
import type { PositionView, SupplyView, TurnWord, ValuesView, ValueView } from "../../src/api/types";
import {
  after,
  askedTurn,
  begin,
  type Event,
  headline,
  joined,
  moves,
  scene,
  type Tool,
  update,
  word,
} from "../../src/state/analyse";
import { cross, letters, ring } from "./examples";

function position(text: string): PositionView {
  const cells = [...text].map((stone, index) => ({
    name: `${index}`,
    x: index,
    y: 0,
    group: 0,
    shape: "square",
    tokens: stone === "x" ? [cross] : stone === "o" ? [ring] : [],
    marks: [],
  }));
  return { position: text, scene: { cells, groups: [] }, moves: [{ move: "a" }] } as unknown as PositionView;
}

const from = (text: string, ...events: Event[]) => events.reduce(update, begin(position(text)));
const tool = (name: Tool): Event => ({ kind: "tool", tool: name });
const put = (cell: number): Event => ({ kind: "put", cell });
const stones = (state: ReturnType<typeof begin>) => letters(scene(state));
const [x, o] = [cross, ring].map((token): SupplyView => ({ token, most: null, shares: false })) as [
  SupplyView,
  SupplyView,
];

describe("setting up", () => {
  test("puts what the tool holds, over what stood there", () => {
    expect(stones(from("...", tool(x), put(0), tool(o), put(0), put(2)))).toBe("o.o");
  });

  test("takes a stone away by the same tool or by clearing", () => {
    expect(stones(from("xo.", tool(x), put(0)))).toBe(".o.");
    expect(stones(from("xo.", tool("clear"), put(1)))).toBe("x..");
    expect(stones(from("xo.", { kind: "empty" }))).toBe("...");
  });

  test("moves a piece of which there is one, beside others where it can share a cell", () => {
    const pawn = (side: "first" | "second"): SupplyView => ({
      token: { side, kind: "pawn", count: 1 },
      most: 1,
      shares: true,
    });
    const state = from("...", tool(pawn("first")), put(0), put(2), tool(pawn("second")), put(2));
    const sides = state.tokens.map((tokens) => tokens.map(({ side }) => side));
    expect(sides).toEqual([[], [], ["first", "second"]]);
    expect(update(state, put(2)).tokens[2]).toHaveLength(1);
  });

  test("adds to a pile up to its limit", () => {
    const stick: SupplyView = { token: { side: null, kind: "stick", count: 1 }, most: 3, shares: true };
    const counts = (...events: Event[]) =>
      from("..", tool(stick), ...events).tokens.map((tokens) => tokens[0]?.count ?? 0);
    expect(counts(put(0), put(0))).toEqual([2, 0]);
    expect(counts(put(0), put(0), put(1), put(1))).toEqual([1, 2]);
  });

  test("asks for a turn only where the tokens leave it open", () => {
    const stands = (turns: ("first" | "second")[]): Event => ({
      kind: "stands",
      position: { ...position("x.."), turn: "second" },
      turns,
    });
    expect(askedTurn(from("...", stands(["second"])))).toBeUndefined();
    expect(askedTurn(from("...", stands(["first", "second"])))).toBe("second");
  });

  test("keeps the stones while they can be no position", () => {
    const why = { error: "x has two stones more", hint: null };
    const state = from("...", tool(x), put(0), put(1), { kind: "refused", by: "tokens", why });
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
    const state = from("...", tool(o), put(0), { kind: "stands", position: position("xo.") });
    expect(state).toMatchObject({ text: "xo.", tool: o, phase: { name: "standing" } });
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
  expect(moves(from("...", tool(x)))).toEqual([]);
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
    const state = update(turning("first"), { kind: "refused", by: "tokens", why });
    expect(headline(state, null)).toBe("No position yet.");
    expect(word(state, null).text).toBe("X has two stones more. Take one away.");
  });
});

describe("a longer search", () => {
  const value = (kind: "win" | "unknown", words: string): ValueView =>
    ({ kind, words, moves: null }) as ValueView;
  const [unknown, win] = [value("unknown", "not known"), value("win", "win in 3")];
  const values = (all: ValueView[], bounds: string | null): ValuesView => ({
    value: all[0] as ValueView,
    bounds,
    moves: all.map((value, index) => ({ move: "abc"[index] as string, value })),
    line: [],
  });

  test("takes nothing away that was known", () => {
    const both = joined(
      values([unknown, unknown, win], null),
      values([win, win, unknown], "at least a draw"),
    );
    expect(both.moves.map((it) => it.value.kind)).toEqual(["win", "win", "win"]);
    expect([both.value.kind, both.bounds]).toEqual(["win", null]);
    expect(joined(values([unknown], "at least a draw"), null).bounds).toBe("at least a draw");
  });
});
