import { describe, expect, test } from "vitest";
import type { PositionView } from "../../src/api/types";
import { after, begin, type Event, moves, scene, type Tool, update } from "../../src/state/analyse";

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

test("moves can be chosen only with the tool that plays", () => {
  expect(moves(from("..."))).toHaveLength(1);
  expect(moves(from("...", tool("cross")))).toEqual([]);
});

test("a move is written behind its position", () => {
  expect(after(position("x.."), "b1")).toBe("x..+b1");
});
