// Long work on the server, as the page sees it: under way, done, or why not.
import { refusalWords } from "../api/client";
import type { WorkEvent } from "../api/types";

/** What the work has brought so far. */
export type Found = Extract<WorkEvent, { event: "analysis" | "facts" | "even" }>;

/** How the work stands. */
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

/** Said until the server tells what it does. */
export const ASKED = "Working it out.";

/** How the work stands after something happened. */
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

/** What is known so far, whatever became of the work. */
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
