// A rating over the tries as a curve with its band: coordinates and paths, no drawing.

/** The drawing's size and edges, in its own units. */
export const FIELD = { width: 470, height: 150, left: 52, right: 448, top: 12, bottom: 138 };

/** The rating after a try. */
export interface Rated {
  rating: number;
  deviation: number;
}

/** Everything that the drawing needs. */
export interface RatingChart {
  line: string;
  band: string;
  /** The current rating. */
  last: { x: number; y: number } | null;
  /** The marks of the vertical axis with their labels. */
  marks: { y: number; label: string }[];
}

/** The most marks of the vertical axis. */
const MOST_MARKS = 5;
const STEPS = [50, 100, 200, 500, 1000];

/** The curve of a rating through these tries, the oldest first. */
export function ratingChart(tries: Rated[]): RatingChart {
  // A single try is drawn as a horizontal line, so that its band is visible.
  const history = tries.length === 1 ? [...tries, ...tries] : tries;
  const low = Math.min(...history.map(({ rating, deviation }) => rating - deviation));
  const high = Math.max(...history.map(({ rating, deviation }) => rating + deviation));
  if (history.length === 0) return { line: "", band: "", last: null, marks: [] };
  const step = STEPS.find((size) => (high - low) / size < MOST_MARKS) ?? 1000;
  const [from, to] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const up = (rating: number) =>
    round(FIELD.bottom - ((rating - from) / Math.max(step, to - from)) * (FIELD.bottom - FIELD.top));
  const along = (index: number) =>
    round(FIELD.left + (index / (history.length - 1)) * (FIELD.right - FIELD.left));
  const places = history.map(({ rating, deviation }, index) => ({
    x: along(index),
    y: up(rating),
    above: up(rating + deviation),
    below: up(rating - deviation),
  }));
  const edge = [
    ...places.map(({ x, above }) => `${x} ${above}`),
    ...places.toReversed().map(({ x, below }) => `${x} ${below}`),
  ];
  const last = places.at(-1);
  const marks = [];
  for (let height = from; height <= to; height += step) marks.push({ y: up(height), label: String(height) });
  return {
    line: `M${places.map(({ x, y }) => `${x} ${y}`).join(" ")}`,
    band: `M${edge.join(" ")}Z`,
    last: last ? { x: last.x, y: last.y } : null,
    marks,
  };
}

/** The chart in words. */
export function ratingWords(history: Rated[]): string {
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last) return "No rating yet";
  const whole = (figure: number) => String(Math.round(figure));
  const tries = history.length === 1 ? "one try" : `${history.length} tries`;
  return `Rating over ${tries}: from ${whole(first.rating)} to ${whole(last.rating)}; deviation from ${whole(first.deviation)} to ${whole(last.deviation)}`;
}

/** A rating with its band: `1480 ± 62`. */
export function banded({ rating, deviation }: Rated): string {
  return `${Math.round(rating)} ± ${Math.round(deviation)}`;
}

/** How much a rating changed: `+12`, `−8`, `±0`. */
export function moved(before: number, after: number): string {
  const by = Math.round(after) - Math.round(before);
  if (by === 0) return "±0";
  return by > 0 ? `+${by}` : `−${-by}`;
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}
