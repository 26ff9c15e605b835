// The shown rating over the tries as a curve, with the band of its estimate: coordinates and paths, no drawing.

/** The drawing's size and edges, in its own units. */
export const FIELD = { width: 470, height: 150, left: 52, right: 448, top: 12, bottom: 138 };

/** The rating after a try: the one that is shown, once there is one, and the estimate that it follows. */
export interface Rated {
  shown?: number | null;
  rating: number;
  deviation: number;
}

/** The tries after which a rating was shown. */
function shownOf(history: Rated[]): { shown: number; rating: number; deviation: number }[] {
  return history.flatMap(({ shown, ...estimate }) => (shown == null ? [] : [{ shown, ...estimate }]));
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
export function ratingChart(all: Rated[]): RatingChart {
  const tries = shownOf(all);
  // A single try is drawn as a horizontal line, so that its band is visible.
  const history = tries.length === 1 ? [...tries, ...tries] : tries;
  const low = Math.min(...history.map(({ shown, rating, deviation }) => Math.min(shown, rating - deviation)));
  const high = Math.max(
    ...history.map(({ shown, rating, deviation }) => Math.max(shown, rating + deviation)),
  );
  if (history.length === 0) return { line: "", band: "", last: null, marks: [] };
  const step = STEPS.find((size) => (high - low) / size < MOST_MARKS) ?? 1000;
  const [from, to] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const up = (rating: number) =>
    round(FIELD.bottom - ((rating - from) / Math.max(step, to - from)) * (FIELD.bottom - FIELD.top));
  const along = (index: number) =>
    round(FIELD.left + (index / (history.length - 1)) * (FIELD.right - FIELD.left));
  const places = history.map(({ shown, rating, deviation }, index) => ({
    x: along(index),
    y: up(shown),
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
export function ratingWords(all: Rated[]): string {
  const history = shownOf(all);
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last) return "No rating yet";
  const whole = (figure: number) => String(Math.round(figure));
  const tries = history.length === 1 ? "one try" : `${history.length} tries`;
  return `Rating over ${tries}: from ${whole(first.shown)} to ${whole(last.shown)}; deviation of the estimate from ${whole(first.deviation)} to ${whole(last.deviation)}`;
}

/** How much a rating changed: `+12`, `−8`, `±0`. */
export function signed(step: number): string {
  if (step === 0) return "±0";
  return step > 0 ? `+${step}` : `−${-step}`;
}

/** When a rating is shown; `left` is the number of rated tries until then, if there was one. */
export function untilShown(left?: number): string {
  if (left === undefined) return "Appears after a few rated levels.";
  return left === 1 ? "Appears after one more rated level." : `Appears after ${left} more rated levels.`;
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}
