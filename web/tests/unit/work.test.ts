import { describe, expect, test } from "vitest";
import type { FactsView, WorkEvent } from "../../src/api/types";
import { ASKED, found, type Happening, update, type Work } from "../../src/state/work";

const facts = { positions: 5478, pairs: [], remarks: [] } as unknown as FactsView;
const news = (event: WorkEvent): Happening => ({ kind: "news", news: event });
const outcome = (...happenings: Happening[]) => happenings.reduce(update, { phase: "idle" } as Work);
const ask: Happening = { kind: "ask" };
const half: Happening[] = [ask, news({ event: "facts", facts, done: false })];
const whole = news({ event: "facts", facts, done: true });

describe("long work", () => {
  test("is under way from the asking to the end", () => {
    expect(outcome(ask)).toMatchObject({ phase: "running", words: ASKED });
    expect(outcome(...half).phase).toBe("running");
    expect(outcome(...half, whole).phase).toBe("done");
  });

  test("tells how far it is and keeps what it found", () => {
    const work = outcome(...half, news({ event: "progress", words: "Solving.", part: 0.5 }));
    expect(work).toMatchObject({ phase: "running", words: "Solving.", part: 0.5 });
    expect(found(work)).toMatchObject({ facts });
  });

  test("keeps what it found when it fails, is lost or is cancelled", () => {
    const failed = outcome(...half, news({ event: "failed", error: "too large", hint: "choose fewer rows" }));
    expect(failed).toMatchObject({ phase: "failed", words: "Too large. Choose fewer rows." });
    for (const work of [
      failed,
      outcome(...half, { kind: "lost", words: "Gone." }),
      outcome(...half, { kind: "cancel" }),
    ]) {
      expect(found(work)).toMatchObject({ facts });
    }
  });

  test("that is over hears nothing more", () => {
    expect(outcome(ask, { kind: "cancel" }, whole).phase).toBe("cancelled");
    expect(outcome(ask, whole, { kind: "lost", words: "Gone." }).phase).toBe("done");
    expect(outcome(ask, whole, { kind: "cancel" }).phase).toBe("done");
    expect(outcome({ kind: "cancel" }).phase).toBe("idle");
  });

  test("asked for again forgets what was found", () => {
    expect(found(outcome(ask, whole, ask))).toBeNull();
  });
});
