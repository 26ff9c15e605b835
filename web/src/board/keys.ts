// Which cell gets focus after a key press. It depends only on positions, so that any board works.
import type { SceneView } from "../api/types";
import type { Layout, Spot } from "./layout";

/** The cell that a key moves the focus to, or none if the key has no effect here. */
export function leadsTo(key: string, from: number, plan: Layout, scene: SceneView): number | null {
  const row = plan.rows.find((cells) => cells.includes(from));
  switch (key) {
    case "ArrowLeft":
      return alongBand(plan.spots, from, -1);
    case "ArrowRight":
      return alongBand(plan.spots, from, 1);
    case "ArrowUp":
      return toBand(plan.spots, from, -1);
    case "ArrowDown":
      return toBand(plan.spots, from, 1);
    case "Home":
      return row?.[0] ?? null;
    case "End":
      return row?.at(-1) ?? null;
    case "PageUp":
      return layer(scene, from, -1);
    case "PageDown":
      return layer(scene, from, 1);
    default:
      return null;
  }
}

/**
 * The cells in bands from top to bottom, each from left to right; a band is half a cell high. The
 * bands of a grid are its rows. Left and right move along a band, up and down to the next one. So
 * the arrow keys reach every cell from every other, wherever the cells are.
 */
function bands(spots: Spot[]): Spot[][] {
  const found: Spot[][] = [];
  for (const spot of spots.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const top = found.at(-1)?.[0];
    if (top && spot.y - top.y < top.size / 2) found.at(-1)?.push(spot);
    else found.push([spot]);
  }
  return found.map((band) => band.sort((a, b) => a.x - b.x || a.y - b.y));
}

/** The next cell in the band; after the last one, the nearest of all cells further left or right. */
function alongBand(spots: Spot[], from: number, step: -1 | 1): number {
  const band = bands(spots).find((cells) => cells.some(({ cell }) => cell === from)) ?? [];
  const here = band.findIndex(({ cell }) => cell === from);
  const start = band[here];
  if (!start) return from;
  const next = band[here + step];
  if (next) return next.cell;
  const further = spots.filter(({ x }) => (x - start.x) * step > 0);
  return closest(further, ({ x, y }) => Math.hypot(x - start.x, y - start.y))?.cell ?? from;
}

/**
 * The cell of the band above or below with the least sideways distance. If two are equally near,
 * bands alternate between the left and the right one: on the dark squares of a board the focus
 * then moves straight up and down.
 */
function toBand(spots: Spot[], from: number, step: -1 | 1): number {
  const all = bands(spots);
  const index = all.findIndex((cells) => cells.some(({ cell }) => cell === from));
  const start = spots[from];
  const next = all[index + step];
  if (!start || !next) return from;
  const inTurn = index % 2 === 0 ? next : next.toReversed();
  return closest(inTurn, ({ x }) => Math.abs(x - start.x))?.cell ?? from;
}

/** The first spot with the least distance. */
function closest(spots: Spot[], distance: (spot: Spot) => number): Spot | undefined {
  const least = Math.min(...spots.map(distance));
  return spots.find((spot) => distance(spot) === least);
}

function layer(scene: SceneView, from: number, step: number): number {
  const cell = scene.cells[from];
  if (!cell) return from;
  const other = scene.cells.findIndex(
    (candidate) => candidate.group === cell.group + step && candidate.x === cell.x && candidate.y === cell.y,
  );
  return other < 0 ? from : other;
}
