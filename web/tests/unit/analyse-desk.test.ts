import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Away, api, Refused } from "../../src/api/client";
import type { GameView, PositionView, SetUpView, ValuesView, WorkId } from "../../src/api/types";
import { AnalyseDesk } from "../../src/state/analyse-desk.svelte";
import { cross, ring } from "./examples";

function position(text: string): PositionView {
  const cells = [...text].map((stone) => ({
    tokens: stone === "." ? [] : [stone === "x" ? cross : ring],
  }));
  return {
    game: "lines",
    position: text,
    turn: "first",
    scene: { cells, groups: [] },
    moves: [],
    sides: ["X", "O"],
  } as unknown as PositionView;
}
const tool = { token: cross, most: null, shares: false };
const refused = (error: string) => new Refused(422, { error, hint: null }, null);
const values = (kind: string) =>
  ({ value: { kind, moves: null, words: kind }, bounds: null, moves: [], line: [] }) as unknown as ValuesView;
const settle = () => vi.advanceTimersByTimeAsync(0);

let moved: string[];
let desk: AnalyseDesk;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(api, "games").mockResolvedValue([]);
  vi.spyOn(api, "game").mockResolvedValue({ game: "lines", start: position("...") } as unknown as GameView);
  vi.spyOn(api, "position").mockImplementation(async (_, text) => position(text ?? "..."));
  vi.spyOn(api, "values").mockResolvedValue(values("draw"));
  vi.spyOn(api, "work").mockReturnValue(new Promise<WorkId>(() => undefined));
  moved = [];
  desk = new AnalyseDesk(({ position }) => moved.push(position));
  await desk.open("lines", null);
});
afterEach(() => {
  desk.leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a desk", () => {
  test("opens at the start and tells where it is", () => {
    expect(moved).toEqual(["..."]);
    expect(desk.analyse?.phase).toEqual({ name: "standing" });
  });

  test("does not open anew what it shows", async () => {
    const asked = vi.mocked(api.position).mock.calls.length;
    await desk.open("lines", "...");
    expect(vi.mocked(api.position).mock.calls.length).toBe(asked);
  });

  test("keeps an address's text that cannot be read, on the board of the start", async () => {
    vi.mocked(api.position).mockRejectedValueOnce(refused("row 2 has 5 cells"));
    await desk.open("lines", "....q");
    expect(desk.analyse).toMatchObject({ text: "....q", phase: { name: "misread" } });
    expect(desk.analyse?.position.position).toBe("...");
    expect(desk.trouble).toBe("");
  });

  test("says so if the server is away", async () => {
    vi.mocked(api.game).mockRejectedValueOnce(new Away("no answer"));
    await desk.open("other", null);
    expect(desk.trouble).toBe("The server does not answer.");
  });

  test("hears the newest answer alone, in whatever order they come", async () => {
    const answers: ((view: SetUpView) => void)[] = [];
    vi.spyOn(api, "setUp").mockImplementation(() => new Promise((answer) => answers.push(answer)));
    // The first request only checks which sides may be to move.
    desk.change({ kind: "tool", tool });
    desk.put(0);
    desk.put(1);
    answers[2]?.({ position: position("xx."), turns: ["first"] });
    await settle();
    answers[1]?.({ position: position("x.."), turns: ["second"] });
    answers[0]?.({ position: position("..."), turns: ["first", "second"] });
    await settle();
    expect(desk.analyse?.turns).toEqual(["first"]);
    expect(moved.at(-1)).toBe("xx.");
    expect(desk.analyse?.position.position).toBe("xx.");
  });

  test("shows no value of a position that is gone", async () => {
    await settle();
    expect(desk.values).not.toBeNull();
    vi.spyOn(api, "setUp").mockRejectedValue(refused("too many stones"));
    desk.change({ kind: "tool", tool });
    desk.put(0);
    await settle();
    expect(desk.values).toBeNull();
    expect(desk.analyse?.phase).toMatchObject({ name: "impossible", why: { error: "too many stones" } });
  });

  test("works out the hardness once a known position has stood for a while", async () => {
    await settle();
    expect(api.work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(api.work).toHaveBeenCalledExactlyOnceWith({ kind: "analysis", game: "lines", position: "..." });
    expect(desk.hardness.state.phase).toBe("running");
    desk.play("a1");
    expect(desk.hardness.state.phase).toBe("idle");
  });

  test("leaves the hardness to be asked for where the value is not known", async () => {
    vi.mocked(api.values).mockResolvedValue(values("unknown"));
    desk.play("a1");
    await vi.advanceTimersByTimeAsync(5000);
    expect(moved.at(-1)).toBe("...+a1");
    expect(desk.hardness.state.phase).toBe("idle");
    desk.rate();
    expect(desk.hardness.state.phase).toBe("running");
  });

  test("searches longer on request, until something else is shown", async () => {
    desk.searchLonger();
    expect(vi.mocked(api.work).mock.calls.at(-1)?.[0]).toEqual({
      kind: "search",
      game: "lines",
      position: "...",
    });
    expect(desk.search.state.phase).toBe("running");
    desk.play("a");
    await settle();
    expect(desk.search.state.phase).toBe("idle");
  });
});
