import { describe, expect, test } from "vitest";
import type { SceneView } from "../../src/api/types";
import { layout } from "../../src/board/layout";
import { choiceMarks } from "../../src/board/marks";
import { cellWords } from "../../src/board/speak";
import { ladder, smooth, snake, walkPath, walkTime } from "../../src/board/track";

const PLAIN = { directed: true, label: "", marks: [] };

/** Two rows of three cells, to the right and back; a ladder from 1 to 5, a snake from 4 to 0. */
const track: SceneView = {
  cells: Array.from({ length: 6 }, (_, square) => ({
    name: String(square),
    x: square < 3 ? square : 5 - square,
    y: square < 3 ? 1 : 0,
    group: 0,
    shape: "tile" as const,
    tokens: (square === 0 ? (["first", "second"] as const) : []).map((side) => ({
      side,
      kind: "pawn",
      count: 1,
    })),
    marks: [],
  })),
  groups: [{ name: "", width: 3, height: 2, columns: [], rows: [], falls: false, state: "open" }],
  links: [
    {
      from: 1,
      to: 5,
      kind: "ladder",
      ...PLAIN,
      path: [
        [130, 130],
        [70, 70],
      ],
    },
    {
      from: 4,
      to: 0,
      kind: "snake",
      ...PLAIN,
      path: [
        [150, 50],
        [100, 110],
        [50, 150],
      ],
    },
  ],
};

describe("a track", () => {
  test("has its links where the cells are, also when it is flipped", () => {
    const [up] = layout(track).ways;
    // A cell is 100 wide with a gap of 8: 150 hundredths is the middle of the second cell.
    expect(layout(track).ways[1]?.points[0]).toEqual([158, 50]);
    expect(up?.points[0]?.[0]).toBeCloseTo(136.4);
    const turned = layout(track, { flipped: true }).ways[1]?.points[0];
    expect(turned).toEqual([316 - 158, 208 - 50]);
  });

  test("draws ladders with rungs and snakes with a head", () => {
    const { rails, rungs } = ladder([
      [0, 0],
      [0, 100],
    ]);
    expect(rails.match(/M/g)).toHaveLength(2);
    expect(rungs.match(/M/g)).toHaveLength(4);
    // The body goes down, so the head points up.
    expect(
      snake([
        [50, 0],
        [50, 100],
      ]).turned,
    ).toBe(0);
    expect(
      snake([
        [0, 50],
        [100, 50],
      ]).turned,
    ).toBe(-90);
    expect(
      smooth([
        [0, 0],
        [30, 60],
      ]),
    ).toBe("C5 10 25 50 30 60");
  });

  test("says where squares lead and who stands there", () => {
    const words = (cell: number) => cellWords(track, cell, ["Full", "Hollow"], [], []);
    expect(words(0)).toBe("square 0, start, Full and Hollow are here");
    expect(words(1)).toBe("square 1, ladder to 5");
    expect(words(4)).toBe("square 4, snake to 0");
    expect(words(5)).toBe("square 5, goal");
  });

  test("shows what is chosen on each square by letter, tone and word", () => {
    const actions = [
      { letter: "1", name: "one step" },
      { letter: "D", name: "one die" },
    ];
    const player = { id: "perfect", name: "Perfect", about: "", strength: 5 };
    const marks = choiceMarks({ player, actions, letters: ["D", null, "1"], words: "" });
    expect(marks).toEqual([
      { cell: 0, kind: "choice", letter: "D", tone: 1, name: "one die" },
      { cell: 2, kind: "choice", letter: "1", tone: 0, name: "one step" },
    ]);
    expect(cellWords(track, 2, ["Full", "Hollow"], [], marks)).toBe("square 2, choose one step");
  });

  test("a pawn walks over its squares and slides along links", () => {
    const path = walkPath({ side: "first", cells: [0, 1, 5] }, layout(track));
    expect(path.startsWith("M50 158L158 158L")).toBe(true);
    expect(path).toContain("C");
    expect(path.endsWith("L50 50")).toBe(true);
    expect(walkTime([0, 1, 5], track.links)).toBeGreaterThan(walkTime([0, 1], track.links));
    expect(walkTime([3], track.links)).toBe(0);
    expect(
      walkTime(
        Array.from({ length: 100 }, (_, at) => at),
        [],
      ),
    ).toBeLessThanOrEqual(1800);
  });
});
