// A track in scene units: the paths of its links, how they are drawn, and the path of a pawn.
import type { LinkView, SceneView, SideWord } from "../api/types";
import type { Layout, Way } from "./layout";

export type Dot = [number, number];

/** A pawn that moves over these cells and stops on the last one. */
export interface Walk {
  side: SideWord;
  cells: number[];
}

/** Whether a scene is a track with pawns. */
export const isTrack = (scene: SceneView): boolean => scene.cells[0]?.shape === "tile";

/** Half the width of a ladder, and the distance between rungs. */
const RAIL = 11;
const RUNG = 22;

const fixed = (figure: number) => Math.round(figure * 10) / 10;
const at = ([x, y]: Dot) => `${fixed(x)} ${fixed(y)}`;

/** A smooth curve through the points, starting at the first: one cubic segment to each other point. */
export function smooth(points: Dot[]): string {
  const point = (index: number) => points[Math.max(0, Math.min(index, points.length - 1))] as Dot;
  const pieces = points.slice(1).map((to, index) => {
    const [before, from, after] = [point(index - 1), point(index), point(index + 2)];
    const ahead: Dot = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const back: Dot = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${at(ahead)} ${at(back)} ${at(to)}`;
  });
  return pieces.join("");
}

/** Two rails and the rungs between them. */
export function ladder(points: Dot[]): { rails: string; rungs: string } {
  const [from, to] = [points[0], points.at(-1)];
  if (!from || !to) return { rails: "", rungs: "" };
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.max(1, Math.hypot(dx, dy));
  const [ax, ay] = [(-dy / length) * RAIL, (dx / length) * RAIL];
  const rails = [1, -1]
    .map(
      (side) =>
        `M${at([from[0] + side * ax, from[1] + side * ay])} ${at([to[0] + side * ax, to[1] + side * ay])}`,
    )
    .join("");
  const count = Math.max(1, Math.floor(length / RUNG));
  let rungs = "";
  for (let rung = 0; rung < count; rung += 1) {
    const part = (rung + 0.5) / count;
    const [x, y] = [from[0] + part * dx, from[1] + part * dy];
    rungs += `M${at([x + ax, y + ay])} ${at([x - ax, y - ay])}`;
  }
  return { rails, rungs };
}

/** A body, and a head that points away from it. `turned` is its angle from pointing up, in degrees. */
export function snake(points: Dot[]): { body: string; head: Dot; turned: number } {
  const [head = [0, 0], next = [0, 0]] = points;
  const turned = (Math.atan2(head[0] - next[0], next[1] - head[1]) * 180) / Math.PI;
  return { body: `M${at(head)}${smooth(points)}`, head, turned: Math.round(turned) };
}

/** The link from one cell to another, if there is one. */
function linkBetween<L extends Pick<LinkView, "from" | "to">>(
  links: L[],
  from: number,
  to: number,
): L | undefined {
  return Math.abs(from - to) === 1 ? undefined : links.find((link) => link.from === from && link.to === to);
}

/** The path of a pawn: from cell to cell, and along the links that it takes. */
export function walkPath(walk: Walk, plan: Layout): string {
  const middle = (cell: number): Dot => {
    const spot = plan.spots[cell];
    return spot ? [spot.x + spot.size / 2, spot.y + spot.size / 2] : [0, 0];
  };
  const [first, ...others] = walk.cells;
  if (first === undefined) return "";
  let path = `M${at(middle(first))}`;
  let before = first;
  for (const cell of others) {
    const way: Way | undefined = linkBetween(plan.ways, before, cell);
    if (way) path += `L${at(way.points[0] as Dot)}${smooth(way.points)}`;
    path += `L${at(middle(cell))}`;
    before = cell;
  }
  return path;
}

/** Milliseconds for a step, for a link, and at most for the whole path. */
const STEP = 130;
const SLIDE = 480;
const LONGEST = 1800;

/** How long a pawn moves, in milliseconds. */
export function walkTime(cells: number[], links: LinkView[]): number {
  const steps = cells
    .slice(1)
    .map((cell, index) => (linkBetween(links, cells[index] ?? cell, cell) ? SLIDE : STEP));
  return Math.min(
    LONGEST,
    steps.reduce((sum, time) => sum + time, 0),
  );
}
