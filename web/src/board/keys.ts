// Which cell has focus after a key. By place alone, so that any board works.
import type { SceneView } from "../api/types";
import type { Layout, Spot } from "./layout";

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The cell that a key leads to, or none if the key means nothing here. */
export function leadsTo(key: string, from: number, plan: Layout, scene: SceneView): number | null {
  const way = WAYS[key];
  if (way) return nearest(plan.spots, from, way) ?? from;
  const row = plan.rows.find((cells) => cells.includes(from));
  switch (key) {
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

/** The nearest cell in a direction; one that is aside costs three times its distance. */
export function nearest(spots: Spot[], from: number, [right, down]: [number, number]): number | null {
  const start = spots[from];
  if (!start) return null;
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const dx = spot.x - start.x;
    const dy = spot.y - start.y;
    const along = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const cost = along + 3 * aside;
    if (along > 0 && cost < least) {
      least = cost;
      best = spot.cell;
    }
  }
  return best;
}

function layer(scene: SceneView, from: number, step: number): number {
  const cell = scene.cells[from];
  if (!cell) return from;
  const other = scene.cells.findIndex(
    (candidate) => candidate.group === cell.group + step && candidate.x === cell.x && candidate.y === cell.y,
  );
  return other < 0 ? from : other;
}
