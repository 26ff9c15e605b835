// The state of long work on the server: running, done, failed or cancelled.
import { refusalWords } from "../api/client";
import type { WorkEvent } from "../api/types";

/** What the work has found so far. */
export type Found = Extract<WorkEvent, { event: "analysis" | "values" | "facts" | "even" }>;

/** The state of the work. */
export type Work =
  | { phase: "idle" }
  | { phase: "running"; words: string; part: number | null; found: Found | null }
  | { phase: "done"; found: Found }
  | { phase: "failed"; words: string; found: Found | null }
  | { phase: "cancelled"; found: Found | null };

/** What can happen to it. */
export type Happening =
  | { kind: "ask" }
  | { kind: "news"; news: WorkEvent }
  | { kind: "lost"; words: string }
  | { kind: "cancel" };

/** Shown until the server reports what it does. */
export const ASKED = "Working it out.";

/** The state of the work after an event. */
export function update(work: Work, happening: Happening): Work {
  if (happening.kind === "ask") return { phase: "running", words: ASKED, part: null, found: null };
  if (work.phase !== "running") return work;
  switch (happening.kind) {
    case "news":
      return hear(work, happening.news);
    case "lost":
      return { phase: "failed", words: happening.words, found: work.found };
    case "cancel":
      return { phase: "cancelled", found: work.found };
  }
}

/** What was found so far, even if the work failed or was cancelled. */
export function found(work: Work): Found | null {
  return "found" in work ? work.found : null;
}

function hear(work: Extract<Work, { phase: "running" }>, news: WorkEvent): Work {
  switch (news.event) {
    case "progress":
      return { ...work, words: news.words, part: news.part ?? null };
    case "failed":
      return { phase: "failed", words: refusalWords(news), found: work.found };
    case "even":
      return { phase: "done", found: news };
    default:
      return news.done ? { phase: "done", found: news } : { ...work, found: news };
  }
}
