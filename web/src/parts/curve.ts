// The value over a game as a curve: coordinates and paths, no drawing.
import type { ValueView } from "../api/types";

/** The drawing's size and edges, in its own units. */
export const FIELD = { width: 560, height: 196, left: 30, right: 540, middle: 90, reach: 68 };

/** The coordinates of a value. */
export interface Point {
  x: number;
  /** `null` if the value is not known. */
  y: number | null;
}

/** Everything that the drawing needs. */
export interface Curve {
  points: Point[];
  line: string;
  above: string;
  below: string;
  ticks: { x: number; label: string }[];
}

/** The slowest win or loss is this far from the middle, so that it does not look like a draw. */
const LEAST = 0.4;
/** The scale covers at least this many moves to the end. */
const SHORTEST_SCALE = 6;
const MOST_TICKS = 8;

/** From -1 (lost now) through 0 (a draw) to 1 (won now); `null` if it is not known. */
export function level(value: ValueView, farthest: number): number | null {
  if (value.kind === "unknown") return null;
  if (value.kind === "draw") return 0;
  if (value.kind === "chance") return value.chance ? 2 * value.chance.value - 1 : null;
  const away = Math.min((value.moves ?? farthest) / farthest, 1);
  const size = 1 - (1 - LEAST) * away;
  return value.kind === "win" ? size : -size;
}

/** The curve through these values; the first one is that of the start. */
export function curve(values: ValueView[]): Curve {
  const farthest = Math.max(SHORTEST_SCALE, ...values.map((value) => value.moves ?? 0));
  const points = values.map((value, index) => {
    const height = level(value, farthest);
    return {
      x: across(index, values.length),
      y: height === null ? null : FIELD.middle - height * FIELD.reach,
    };
  });
  const runs = knownRuns(points);
  return {
    points,
    line: runs.map(path).join(""),
    above: runs.map((run) => area(run, (y) => y < FIELD.middle)).join(""),
    below: runs.map((run) => area(run, (y) => y > FIELD.middle)).join(""),
    ticks: ticks(values.length),
  };
}

/** The value nearest to a horizontal position, given as a fraction of the drawing's width. */
export function nearest(part: number, count: number): number {
  if (count < 2) return 0;
  const along = (part * FIELD.width - FIELD.left) / (FIELD.right - FIELD.left);
  return Math.min(count - 1, Math.max(0, Math.round(along * (count - 1))));
}

interface Known {
  x: number;
  y: number;
}

function across(index: number, count: number): number {
  const along = count < 2 ? 0 : index / (count - 1);
  return round(FIELD.left + along * (FIELD.right - FIELD.left));
}

function knownRuns(points: Point[]): Known[][] {
  const runs: Known[][] = [[]];
  for (const { x, y } of points) {
    if (y === null) runs.push([]);
    else runs[runs.length - 1]?.push({ x, y: round(y) });
  }
  return runs.filter((run) => run.length > 0);
}

function path(run: Known[]): string {
  return `M${run.map(({ x, y }) => `${x} ${y}`).join(" ")}`;
}

/** The area between the middle and the part of the run on one side of it. */
function area(run: Known[], stands: (y: number) => boolean): string {
  const middle = FIELD.middle;
  const edge: Known[] = [];
  run.forEach((point, index) => {
    const before = run[index - 1];
    if (before && stands(before.y) !== stands(point.y) && before.y !== point.y) {
      const part = (middle - before.y) / (point.y - before.y);
      edge.push({ x: round(before.x + part * (point.x - before.x)), y: middle });
    }
    edge.push({ x: point.x, y: stands(point.y) ? point.y : middle });
  });
  const [first, last] = [edge[0], edge[edge.length - 1]];
  if (!first || !last || edge.every(({ y }) => y === middle)) return "";
  return `${path([{ x: first.x, y: middle }, ...edge, { x: last.x, y: middle }])}Z`;
}

function ticks(count: number): { x: number; label: string }[] {
  const every = Math.max(1, Math.ceil((count - 1) / MOST_TICKS));
  const out = [];
  for (let index = 0; index < count; index += every)
    out.push({ x: across(index, count), label: String(index) });
  return out;
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}
