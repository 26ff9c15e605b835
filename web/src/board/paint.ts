// Applies changes to a scene and returns a new one, so that moves are drawn immediately.
import type { Change, SceneView } from "../api/types";
import { sameTokens } from "./pieces";

/** The scene with these changes applied. */
export function paint(scene: SceneView, changes: Change[]): SceneView {
  const [cells, links, groups] = [[...scene.cells], [...scene.links], [...scene.groups]];
  for (const change of changes) {
    if (change.of === "cell") {
      const old = cells[change.cell];
      if (old) cells[change.cell] = { ...old, tokens: change.tokens, marks: change.marks };
    } else if (change.of === "link") {
      const old = links[change.link];
      if (old) links[change.link] = { ...old, side: change.side ?? null, marks: change.marks };
    } else {
      const old = groups[change.group];
      if (old) groups[change.group] = { ...old, state: change.state };
    }
  }
  return { cells, links, groups };
}

/** The cells of a scene on which these changes put different tokens. */
export function arrivals(scene: SceneView, changes: Change[]): number[] {
  return changes.flatMap((change) => {
    if (change.of !== "cell" || change.tokens.length === 0) return [];
    return sameTokens(scene.cells[change.cell]?.tokens ?? [], change.tokens) ? [] : [change.cell];
  });
}

/** Whether something has this mark; by default, that it is part of the line that ended the game. */
export const isMarked = ({ marks }: { marks: string[] } = { marks: [] }, mark = "line"): boolean =>
  marks.includes(mark);
