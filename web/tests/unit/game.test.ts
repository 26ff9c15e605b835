import { describe, expect, test } from "vitest";
import type { Frame, MoveAnswer, VerdictKind } from "../../src/api/types";
import {
  beginOf,
  choosable,
  drawing,
  type Game,
  inTheAir,
  isYourTurn,
  opened,
  update,
} from "../../src/state/game";
import { toldWords } from "../../src/state/told";
import { cross, letters, position, put, ring, session } from "./examples";

const tokens = (game: Game) => letters(game.scene);
const frame = (move: string, cell: number, side: "first" | "second"): Frame => ({
  move,
  side,
  shows_on: cell,
  changes: [put(cell, side === "first" ? cross : ring)],
  walk: [],
});
const first = (game: Game) => {
  const move = choosable(game)[0];
  if (!move) throw new Error("no move");
  return move;
};
const before = session(["...", "...", "..."]);
const after = session(["xo.", "...", "..."], {
  last: frame("b3", 1, "second"),
  say: { tone: "neutral", strong: "O played b3", text: "Your move." },
});
const frames = [frame("a3", 0, "first"), frame("b3", 1, "second")];
const verdict = (kind: VerdictKind, line: Frame[] = []) => ({
  kind,
  say: { tone: "loss" as const, strong: "Not that one", text: "Try again." },
  line,
  stands: false,
});
const answer = (change: Partial<MoveAnswer> = {}): MoveAnswer => ({
  verdict: null,
  frames,
  session: after,
  ...change,
});

describe("a move", () => {
  test("is drawn at once, and no second one can be chosen meanwhile", () => {
    const start = opened(before);
    const sent = update(start, { kind: "chosen", move: first(start) });
    expect(tokens(sent)).toBe("x........");
    expect(choosable(sent)).toEqual([]);
    expect(update(sent, { kind: "chosen", move: first(start) })).toBe(sent);
  });

  test("is answered on the board, and then the game stands as the server says", () => {
    const start = opened(before);
    let game = update(start, { kind: "chosen", move: first(start) });
    game = update(game, { kind: "answered", answer: answer() });
    expect(tokens(game)).toBe("x........");
    game = update(game, { kind: "step" });
    expect(tokens(game)).toBe("xo.......");
    expect(game.last).toEqual([1]);
    game = update(game, { kind: "step" });
    expect(game.phase).toEqual({ name: "choose" });
    expect(game.session).toBe(after);
    expect(game.say).toBe(after.say);
    expect(update(game, { kind: "step" })).toBe(game);
  });

  test("that loses the outcome is punished on the board and taken back", () => {
    const start = opened(before);
    let game = update(start, { kind: "chosen", move: first(start) });
    game = update(game, {
      kind: "answered",
      answer: answer({ verdict: verdict("slip", frames), frames: [], session: before }),
    });
    expect(game.phase.name).toBe("replay");
    expect(game.say.strong).toBe("Not that one");
    game = update(game, { kind: "step" });
    expect(tokens(game)).toBe("xo.......");
    game = update(game, { kind: "step" });
    expect(tokens(game)).toBe(".........");
    expect(game.phase).toEqual({ name: "choose" });
    expect(game.say.strong).toBe("Not that one");
    expect(choosable(game)).toHaveLength(9);
    expect(game.missed).toEqual([0]);
    const kept = update(game, { kind: "refused", words: "No." });
    expect(kept.missed).toEqual([0]);
    expect(update(kept, { kind: "changed", session: before }).missed).toEqual([]);
  });

  test("that is punished is shown again as what would happen", () => {
    const line = { side: "second" as const, cells: [0, 1, 2], missing: null };
    const step = (text: string) => ({ text, facts: [] });
    const story = {
      steps: [step("You play a3."), step("O plays b3.")],
      ending: "won" as const,
      wins_in: null,
      sentence: "O has three in a line.",
      lines: [line],
      caption: "What would happen",
    };
    let game = update(opened(before), { kind: "chosen", move: first(opened(before)) });
    const told = { ...verdict("slip", frames), story };
    game = update(game, { kind: "answered", answer: answer({ verdict: told, frames: [], session: before }) });
    expect(drawing(game)).toEqual({ lines: [], ghosts: [0], extra: [] });
    game = update(game, { kind: "step" });
    expect(drawing(game)).toEqual({ lines: [line], ghosts: [0, 1], extra: [] });
    game = update(game, { kind: "step" });
    expect(drawing(game)).toEqual({ lines: [], ghosts: [], extra: [] });
    game = update(game, { kind: "tell", step: 2 });
    expect(tokens(game)).toBe("xo.......");
    expect(choosable(game)).toEqual([]);
    expect(toldWords({ frames, story }, 1)).toBe("You play a3.");
    expect(toldWords({ frames, story }, 2)).toBe("O plays b3. O has three in a line.");
    game = update(game, { kind: "tell", step: null });
    expect(tokens(game)).toBe(".........");
    expect(choosable(game)).toHaveLength(9);
    expect(update(game, { kind: "chosen", move: first(game) }).told).toBeNull();
  });

  test("that is slower keeps both words", () => {
    const start = opened(before);
    let game = update(start, { kind: "chosen", move: first(start) });
    game = update(game, { kind: "answered", answer: answer({ verdict: verdict("slower") }) });
    game = update(update(game, { kind: "step" }), { kind: "step" });
    expect(game.say).toMatchObject({ strong: "Not that one", text: "Try again. O played b3. Your move." });
  });

  test("that is refused leaves the board as it was", () => {
    const start = opened(before);
    const sent = update(start, { kind: "chosen", move: first(start) });
    const back = update(sent, { kind: "refused", words: "No." });
    expect(tokens(back)).toBe(".........");
    expect(back).toMatchObject({ phase: { name: "choose" }, trouble: "No." });
  });
});

describe("a turn with dice", () => {
  const choice = { move: "T", button: { key: "t", text: "two dice" }, cells: [], also: [], changes: [] };
  const turn: Frame[] = [
    { move: "T", side: "first", changes: [], walk: [] },
    {
      move: "3",
      side: "first",
      shows_on: 3,
      changes: [put(3, cross)],
      walk: [0, 1, 2, 3],
      roll: { steps: 3, dice: [1, 2] },
    },
  ];

  test("is shown step by step: the choice, the dice in the air, the pawn on its way", () => {
    let game = update(opened(before), { kind: "chosen", move: choice });
    expect(tokens(game)).toBe(".........");
    expect(choosable(game)).toEqual([]);
    game = update(game, { kind: "answered", answer: answer({ frames: turn }) });
    expect(inTheAir(game)).toBeNull();
    game = update(game, { kind: "step" });
    expect(inTheAir(game)).toEqual({ side: "first", dice: 2 });
    expect(game.walk).toBeNull();
    game = update(game, { kind: "step" });
    expect(inTheAir(game)).toBeNull();
    expect(game.walk).toEqual({ side: "first", cells: [0, 1, 2, 3] });
    expect(game.turns).toEqual([{ side: "first", move: "T", roll: { steps: 3, dice: [1, 2] } }]);
    expect(tokens(game)).toBe("...x.....");
    expect(update(game, { kind: "step" }).walk).toBeNull();
  });

  test("stands though it is a slip, and the word on it is said", () => {
    let game = update(opened(before), { kind: "chosen", move: choice });
    const slip = { ...verdict("slip"), stands: true };
    game = update(game, { kind: "answered", answer: answer({ verdict: slip, frames: turn }) });
    for (let steps = 0; steps < 3; steps += 1) game = update(game, { kind: "step" });
    expect(game.session).toBe(after);
    expect(game.say.strong).toBe("Not that one");
  });
});

describe("waiting", () => {
  const start = opened(before);
  const sent = update(start, { kind: "chosen", move: first(start) });
  test("is put into words, unless the server is away", () => {
    expect(update(sent, { kind: "thinking" }).say.strong).toBe("Foresight 2 is thinking.");
    const away = update(update(sent, { kind: "thinking" }), { kind: "trouble", words: "Away." });
    expect(away).toMatchObject({ say: before.say, trouble: "Away." });
    expect(update(away, { kind: "thinking" })).toBe(away);
    expect(update(away, { kind: "well" }).trouble).toBeNull();
  });
  test("of two people at one board nobody thinks", () => {
    const two = opened(session(["...", "...", "..."], { you: null }));
    const moved = update(two, { kind: "chosen", move: first(two) });
    expect(update(moved, { kind: "thinking" })).toBe(moved);
  });
});

describe("whose turn it is", () => {
  test("one's own, either person's, nobody's", () => {
    expect(isYourTurn(before)).toBe(true);
    expect(
      isYourTurn(session(["x..", "...", "..."], { now: position(["x..", "...", "..."], "second") })),
    ).toBe(false);
    expect(
      isYourTurn(
        session(["x..", "...", "..."], { you: null, now: position(["x..", "...", "..."], "second") }),
      ),
    ).toBe(true);
    expect(isYourTurn(session(["...", "...", "..."], { state: "resigned" }))).toBe(false);
    expect(
      isYourTurn(
        session(["xxx", "oo.", "..."], { state: "over", now: position(["xxx", "oo.", "..."], "over") }),
      ),
    ).toBe(false);
  });
});

describe("help", () => {
  test("a hint shows cells and its word until the next move", () => {
    const say = { tone: "hint" as const, strong: "Play b2", text: "" };
    const hinted = update(opened(before), {
      kind: "hinted",
      view: { stage: 3, say, cells: [4], facts: [], session: before },
    });
    expect(hinted).toMatchObject({ hint: [4], say });
    expect(update(hinted, { kind: "chosen", move: first(hinted) }).hint).toEqual([]);
  });

  test("values leave the word on the last move as it is", () => {
    const values = { value: { kind: "draw" as const, moves: null, words: "draw" }, moves: [], line: [] };
    const game = update(opened(after), { kind: "valued", view: { values, session: after } });
    expect(game).toMatchObject({ values, say: after.say });
    expect(update(game, { kind: "valuesOff" }).values).toBeNull();
  });
});

test("what begins the same game anew", () => {
  const level = session(["..."], { goal: { kind: "win", moves: 3, words: "You are X. Win in 3." } });
  expect(beginOf(level)).toEqual({
    game: "tictactoe",
    position: ".../.../...",
    against: "2",
    side: "first",
    goal: "win",
  });
  expect(beginOf(session(["..."], { you: null }))).not.toHaveProperty("side");
});
