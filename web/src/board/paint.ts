// A scene after changes, as a new scene; what the state draws at once.
import type { Change, SceneView } from "../api/types";

/** The scene with other tokens, and with the cells of a finished line marked. */
export function paint(scene: SceneView, changes: Change[], line: number[] = []): SceneView {
  const cells = [...scene.cells];
  for (const { cell, token } of changes) {
    const old = cells[cell];
    if (old) cells[cell] = { ...old, token: token ?? null };
  }
  for (const index of line) {
    const old = cells[index];
    if (old) cells[index] = { ...old, line: true };
  }
  return { ...scene, cells };
}
