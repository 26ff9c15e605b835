// Playing one level after the other: plain data and one pure function.
import type { LevelView } from "../api/types";
import { HALF } from "./wish";

export interface Course {
  game: string | null;
  /** The level on the board. */
  level: LevelView | null;
  /** The next level, loaded in advance. */
  ready: LevelView | null;
  /** How often the person wants to solve levels of this game, in percent. */
  wish: number;
  phase: "fetching" | "playing" | "failed";
  trouble: string | null;
}

export type CourseEvent =
  | { kind: "chose"; game: string; wish: number }
  /** A level was requested; the board shows the old one until it arrives. */
  | { kind: "asked" }
  /** Too easy or too hard: levels must fit this wish from now on. */
  | { kind: "wished"; wish: number }
  | { kind: "came"; game: string; level: LevelView }
  | { kind: "ready"; game: string; level: LevelView }
  /** The level on the board has ended: the result determines the next one. */
  | { kind: "ended" }
  /** The person continues with the level that is ready. */
  | { kind: "next" }
  | { kind: "failed"; words: string };

export const nothing: Course = {
  game: null,
  level: null,
  ready: null,
  wish: HALF,
  phase: "fetching",
  trouble: null,
};

export function update(course: Course, event: CourseEvent): Course {
  switch (event.kind) {
    case "chose":
      // The old level stays on the board until the new one arrives.
      return {
        ...course,
        game: event.game,
        ready: null,
        wish: event.wish,
        phase: "fetching",
        trouble: null,
      };
    case "asked":
      return { ...course, ready: null, phase: "fetching", trouble: null };
    case "wished":
      return { ...course, ready: null, wish: event.wish };
    case "came":
      // An answer for a game that was left in the meantime is ignored.
      if (event.game !== course.game) return course;
      return { ...course, level: event.level, ready: null, phase: "playing", trouble: null };
    case "ready":
      if (event.game !== course.game || isSame(event.level, course.level)) return course;
      return { ...course, ready: event.level };
    case "ended":
      return { ...course, ready: null };
    case "next":
      if (!course.ready) return course;
      return { ...course, level: course.ready, ready: null, phase: "playing", trouble: null };
    case "failed":
      return { ...course, phase: "failed", trouble: event.words };
  }
}

/** Whether two levels show the same position of the same game. */
export function isSame(one: LevelView | null, other: LevelView | null): boolean {
  return one?.begin.game === other?.begin.game && one?.begin.position === other?.begin.position;
}
