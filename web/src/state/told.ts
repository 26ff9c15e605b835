// A line of moves with its explanation: what the board and the words show after some of its moves.
import type { Frame, StoryView } from "../api/types";
import { type Drawing, NO_DRAWING } from "../board/drawing";

/** A line of moves, told to its end. */
export interface Told {
  frames: Frame[];
  story: StoryView;
}

/** What the first `step` moves do, and at the end how the line ends. */
export function toldWords({ frames, story }: Told, step: number): string {
  const said = story.steps[step - 1]?.text ?? "";
  return step >= frames.length ? [said, story.sentence].filter((part) => part !== "").join(" ") : said;
}

/** The lines and tokens to draw after the first `step` moves. */
export function toldDrawing({ frames, story }: Told, step: number): Drawing {
  if (step === 0) return NO_DRAWING;
  const placed = frames
    .slice(0, step)
    .flatMap(({ changes }) =>
      changes.flatMap((change) => (change.of === "cell" && change.tokens.length > 0 ? [change.cell] : [])),
    );
  const facts = story.steps[step - 1]?.facts ?? [];
  const isEnd = step >= frames.length && story.lines.length > 0;
  const lines = isEnd ? story.lines : facts.flatMap((fact) => (fact.kind === "block" ? [] : fact.lines));
  return { lines, ghosts: [...new Set(placed)], extra: [] };
}
