// Long work on the server, as the page sees it: asked for, under way, done, or why not.
import type { Refusal, WorkEvent } from "../api/types";

/** What the work has brought so far. */
export type Found = Extract<WorkEvent, { event: "analysis" | "facts" | "even" }>;

/** How the work stands. */
export type Work =
	| { phase: "idle" }
	| { phase: "asked" }
	| { phase: "running"; id: string; words: string; part: number | null; found: Found | null }
	| { phase: "done"; found: Found }
	| { phase: "failed"; why: Refusal; found: Found | null }
	| { phase: "cancelled"; found: Found | null };

/** What can happen to it. */
export type Happening =
	| { kind: "ask" }
	| { kind: "begun"; id: string }
	| { kind: "news"; news: WorkEvent }
	| { kind: "refused"; why: Refusal }
	| { kind: "cancel" };

/** Words before the server has said what it does. */
export const BEGUN = "Asked the server. It begins when a place is free.";

/** How the work stands after something happened. */
export function update(work: Work, happening: Happening): Work {
	switch (happening.kind) {
		case "ask":
			return { phase: "asked" };
		case "begun":
			if (work.phase !== "asked") return work;
			return { phase: "running", id: happening.id, words: BEGUN, part: null, found: null };
		case "refused":
			return { phase: "failed", why: happening.why, found: found(work) };
		case "cancel":
			return { phase: "cancelled", found: found(work) };
		case "news":
			return work.phase === "running" ? hear(work, happening.news) : work;
	}
}

/** What is known so far, whatever became of the work. */
export function found(work: Work): Found | null {
	return "found" in work ? work.found : null;
}

/** Whether there is something to wait for, and to cancel. */
export function isUnderWay(work: Work): boolean {
	return work.phase === "asked" || work.phase === "running";
}

function hear(work: Extract<Work, { phase: "running" }>, news: WorkEvent): Work {
	switch (news.event) {
		case "progress":
			return { ...work, words: news.words, part: news.part ?? null };
		case "failed":
			return { phase: "failed", why: { error: news.error, hint: news.hint }, found: work.found };
		case "even":
			return { phase: "done", found: news };
		default:
			return news.done ? { phase: "done", found: news } : { ...work, found: news };
	}
}
