import { describe, expect, test } from "vitest";
import type { Better, ReviewedMove, ReviewView, SlipView, ValueView } from "../../src/api/types";
import {
  belowHeadline,
  caption,
  curveWords,
  open,
  pointWords,
  positionText,
  type Review,
  shown,
  slipPlace,
  traps,
  tryAgain,
  tryWords,
  update,
} from "../../src/state/review";
import { cross, letters, put, ring } from "./examples";

const value = (words: string): ValueView => ({
  kind: words.split(" ")[0] as ValueView["kind"],
  moves: Number(words.split(" ")[2] ?? Number.NaN) || null,
  words,
});

const cell = (name: string) => ({ name, x: 0, y: 0, group: 0, shape: "square", tokens: [], marks: [] });

/** The cells are a to f; each move places a token on the cell with its name. */
function move(
  name: string,
  side: "first" | "second",
  has: string,
  better: Better | null = null,
): ReviewedMove {
  return {
    frame: {
      move: name,
      side,
      shows_on: "abcdef".indexOf(name),
      changes: [put("abcdef".indexOf(name), side === "first" ? cross : ring)],
      walk: [],
    },
    by: side === "first" ? "person" : "program",
    before: `before ${name}`,
    had: value(better ? "win in 3" : "draw"),
    has: value(has),
    value: value(has),
    kind: better ? "slip" : "best",
    sentence: "",
    better,
  };
}

const line = ["e", "f"].map((name, index) => move(name, index ? "second" : "first", "draw").frame);
const story = { steps: [], ending: "open" as const, wins_in: null, sentence: "", lines: [], caption: "" };
const better: Better = { line, story, sentence: "e wins.", foresights: [] };

function view(moves: ReviewedMove[]): ReviewView {
  const slip = moves.findIndex((one) => one.better != null);
  const scene = { cells: [..."abcdef"].map(cell), groups: [], links: [] };
  return {
    session: { you: "first", against: { id: "3" }, start: "start", now: { game: "lines" } },
    seen_by: "first",
    start: { scene, sides: ["X", "O"], moves: [] },
    start_value: value("win in 4"),
    moves,
    slip: slip < 0 ? null : slip,
    slips: [],
  } as unknown as ReviewView;
}

const game = view([
  move("a", "first", "win in 3"),
  move("b", "second", "win in 3"),
  move("c", "first", "loss in 2", better),
  move("d", "second", "loss in 1"),
]);
const stones = (review: Parameters<typeof shown>[0]) => letters(shown(review).scene);

describe("a move that does better against the opponent", () => {
  const trap = { frame: move("e", "first", "draw").frame, sentence: "a also draws, but it falls for e." };
  const trapped = view([{ ...move("a", "first", "draw"), trap }, move("b", "second", "draw")]);

  test("is listed beside the move that was played", () => {
    expect(traps(trapped)).toEqual([{ at: 1, played: trapped.moves[0]?.frame, trap }]);
    expect(traps(game)).toEqual([]);
  });

  test("is shown on the board instead of it", () => {
    const review = update(open(trapped, 2), { kind: "trap", at: 1 });
    expect(stones(review)).toBe("....x.");
    expect(caption(review)).toBe("Instead of move 1, a: e");
    expect(positionText(review)).toBeNull();
    expect(tryAgain(review).position).toBe("before a");
    expect(stones(update(review, { kind: "after" }))).toBe("x.....");
  });

  test("is not shown where there is none", () => {
    const review = open(trapped, 2);
    expect(update(review, { kind: "trap", at: 2 })).toBe(review);
  });
});

describe("a review", () => {
  test("opens before the slip, with the better line ready", () => {
    const review = open(game, null);
    expect(review.at).toBe(3);
    expect(caption(review)).toBe("Before move 2, c");
    expect(stones(review)).toBe("xo....");
  });

  test("opens at the end if nothing slipped", () => {
    expect(open(view([move("a", "first", "draw")]), null).at).toBe(1);
    expect(open(view([]), null).at).toBe(0);
  });

  test("opens where the address says, as far as there are moves", () => {
    expect(open(game, 1).at).toBe(1);
    expect(open(game, 99).at).toBe(4);
    expect(open(game, -3).at).toBe(0);
    expect(open(game, Number.NaN).at).toBe(0);
  });

  test("plays the better line step by step and no farther", () => {
    let review = open(game, null);
    const seen = [1, 2, 3].map((step) => {
      review = update(review, { kind: "step", step });
      return stones(review);
    });
    expect(seen).toEqual(["xo..x.", "xo..xo", "xo..xo"]);
    expect(caption(review)).toBe("Instead of move 2, c: e f");
    expect(stones(update(review, { kind: "step", step: -1 }))).toBe("xo....");
  });

  test("shows what was played as well", () => {
    const review = update(open(game, 3), { kind: "after" });
    expect(stones(review)).toBe("xox...");
    expect(shown(review).last).toEqual([2]);
    expect(caption(review)).toBe("After move 2, c");
  });

  test("walks along the game move by move, the slip like any other", () => {
    const walk = [0, 1, 2, 3, 4].map((at) => stones(update(open(game, null), { kind: "choose", at })));
    expect(walk).toEqual(["......", "x.....", "xo....", "xox...", "xoxo.."]);
    expect(caption(open(game, 3))).toBe("After move 2, c");
  });

  test("has no line to step where no move was better", () => {
    const review = open(game, 2);
    expect(update(review, { kind: "step", step: 1 })).toEqual(review);
  });
});

describe("a move that was taken back", () => {
  const frames = ["d", "e"].map((name, index) => move(name, index ? "second" : "first", "draw").frame);
  const slip = (at: number | null): SlipView => ({
    at,
    frame: frames[0] as SlipView["frame"],
    before: "before d",
    had: value("win in 3"),
    has: value("loss in 1"),
    sentence: "d loses.",
    line: frames,
    story,
  });
  const held = [
    move("a", "first", "win in 3"),
    move("b", "second", "win in 3"),
    move("c", "first", "win in 2"),
  ];
  const mended = { ...view(held), slips: [slip(null), slip(2)] };

  test("is what the review opens at if no slip stands", () => {
    const review = open(mended, null);
    expect(stones(review)).toBe("xo....");
    expect(caption(review)).toBe("Before d, which was taken back");
    expect(positionText(review)).toBe("before d");
  });

  test("is played with what punishes it, step by step and no farther", () => {
    const seen = [1, 2, 3].map((step) => stones(update(open(mended, null), { kind: "slip", slip: 1, step })));
    expect(seen).toEqual(["xo.x..", "xo.xo.", "xo.xo."]);
    const review = update(open(mended, 3), { kind: "slip", slip: 1, step: 2 });
    expect(caption(review)).toBe("Taken back: d e");
    expect(positionText(review)).toBeNull();
    expect(stones(update(review, { kind: "choose", at: 3 }))).toBe("xox...");
  });

  test("has no place on the board if the moves before it were taken back as well", () => {
    const review = open(mended, 3);
    expect(update(review, { kind: "slip", slip: 0, step: 1 })).toBe(review);
    expect(mended.slips.map((one) => slipPlace(mended, one))).toEqual([
      "in a line that was also taken back",
      "before move 2",
    ]);
  });

  test("can be tried again, with what there was to keep", () => {
    expect(tryAgain(open(mended, null))).toEqual({
      game: "lines",
      against: "3",
      side: "first",
      goal: "win",
      position: "before d",
    });
  });
});

describe("in words", () => {
  test("a point says its move and value, and for whom", () => {
    expect(pointWords(game, 0)).toBe("the start: win in 4 for X");
    expect(pointWords(game, 3)).toBe("move 2, c: loss in 2 for X");
  });

  test("the curve is told by its turns", () => {
    expect(curveWords(game)).toBe("Win up to move 1, then loss up to move 2.");
    expect(curveWords(view([]))).toBe("Win at the start.");
  });
});

test("the headline is not said twice", () => {
  const said = (strong: string, text: string) =>
    belowHeadline({ ...game, headline: "It slipped.", say: { tone: "loss", strong, text } });
  expect(said("c gave it away", "Now O wins.")).toMatchObject({
    strong: "c gave it away",
    text: "Now O wins.",
  });
  expect(said("It slipped.", "c gave it away.")).toMatchObject({ strong: "c gave it away.", text: "" });
  expect(said("It slipped.", "")).toBeNull();
});

describe("another try", () => {
  test("begins before the slip with its goal, same side and opponent", () => {
    expect(tryAgain(open(game, 3))).toEqual({
      game: "lines",
      against: "3",
      side: "first",
      goal: "win",
      position: "before c",
    });
  });

  test("at the opponent's move begins where the person moves next, else where they moved last", () => {
    expect(tryAgain(open(game, 2))?.position).toBe("before c");
    expect(tryAgain(open(game, 4))?.position).toBe("before c");
    expect(tryAgain(open(game, 0))?.position).toBe("before a");
  });

  test("without moves begins at the start", () => {
    expect(tryAgain(open(view([]), null))?.position).toBe("start");
  });

  test("says where it begins, if that is not the board shown", () => {
    const moves = game.moves.map((_, index) => ({ position: game.moves[index + 1]?.before ?? "the end" }));
    const whole = { ...game, session: { ...game.session, moves } } as ReviewView;
    const words = (review: Review) => tryWords(review, tryAgain(review));
    expect(words(open(whole, null))).toBe("Try again from here");
    expect(words(open(whole, 2))).toBe("Try again from here");
    expect(words(open(whole, 3))).toBe("Try again before move 2");
    expect(words(open(whole, 4))).toBe("Try again before move 2");
    expect(words(open(view([]), null))).toBe("Try again from here");
  });

  test("of two people asks for no side and no goal", () => {
    const two = { ...game, session: { ...game.session, you: null } } as ReviewView;
    const begin = tryAgain(open(two, 3));
    expect(begin).not.toHaveProperty("side");
    expect(begin).not.toHaveProperty("goal");
  });
});
