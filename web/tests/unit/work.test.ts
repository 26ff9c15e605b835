import { describe, expect, test } from "vitest";
import type { FactsView, WorkEvent } from "../../src/api/types";
import { found, type Happening, isUnderWay, update, type Work } from "../../src/state/work";

const facts = { positions: 5478, pairs: [], remarks: [] } as unknown as FactsView;
const news = (event: WorkEvent): Happening => ({ kind: "news", news: event });
const after = (...happenings: Happening[]) => happenings.reduce(update, { phase: "idle" } as Work);
const ask: Happening = { kind: "ask" };
const begun: Happening = { kind: "begun", id: "w" };

describe("long work", () => {
  test("is under way from the asking to the end", () => {
    expect(isUnderWay(after())).toBe(false);
    expect(isUnderWay(after(ask))).toBe(true);
    expect(isUnderWay(after(ask, begun))).toBe(true);
    expect(isUnderWay(after(ask, begun, news({ event: "facts", facts, done: false })))).toBe(true);
    expect(isUnderWay(after(ask, begun, news({ event: "facts", facts, done: true })))).toBe(false);
  });

  test("tells how far it is and keeps what it found", () => {
    const work = after(
      ask,
      begun,
      news({ event: "facts", facts, done: false }),
      news({ event: "progress", words: "Solving.", part: 0.5 }),
    );
    expect(work).toMatchObject({ phase: "running", words: "Solving.", part: 0.5 });
    expect(found(work)).toMatchObject({ facts });
  });

  test("keeps what it found when it fails or is cancelled", () => {
    const half = [ask, begun, news({ event: "facts", facts, done: false })];
    const failed = after(...half, news({ event: "failed", error: "too large", hint: null }));
    expect(failed).toMatchObject({ phase: "failed", why: { error: "too large" } });
    expect(found(failed)).toMatchObject({ facts });
    expect(found(after(...half, { kind: "cancel" }))).toMatchObject({ facts });
  });

  test("that was cancelled hears nothing more", () => {
    const late = news({ event: "facts", facts, done: true });
    expect(after(ask, begun, { kind: "cancel" }, late).phase).toBe("cancelled");
    expect(after(ask, { kind: "cancel" }, begun).phase).toBe("cancelled");
  });

  test("asked for again forgets what was found", () => {
    const again = after(ask, begun, news({ event: "facts", facts, done: true }), ask);
    expect(found(again)).toBeNull();
  });
});
