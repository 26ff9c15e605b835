// Settings saved in this browser: theme, thinking pause, keys, whether "More" is open, last game,
// and wishes (for each game, the success rate at which levels are chosen).
import { HALF, readWishes } from "./wish";

export type Theme = "system" | "light" | "dark";

interface Kept {
  theme: Theme;
  /** Milliseconds that an opponent seems to think. */
  pause: number;
  /** Whether single letters are commands. */
  letters: boolean;
  /** Whether the tools behind "More" are shown. */
  more: boolean;
  /** The game that was played last. */
  game: string | null;
  /** For each game, the success rate, in percent, at which levels are chosen. */
  wishes: Record<string, number>;
}

const PLACE = "spar";
const FIRST: Kept = { theme: "system", pause: 300, letters: true, more: false, game: null, wishes: {} };
export const LONGEST_PAUSE = 2000;

/** Reads the saved settings; invalid ones get their defaults. */
export function readKept(text: string | null): Kept {
  let data: Partial<Record<keyof Kept, unknown>> = {};
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    if (typeof read === "object" && read !== null) data = read;
  } catch {
    return { ...FIRST };
  }
  const pause = data.pause;
  return {
    theme: data.theme === "light" || data.theme === "dark" ? data.theme : FIRST.theme,
    pause: typeof pause === "number" && pause >= 0 && pause <= LONGEST_PAUSE ? pause : FIRST.pause,
    letters: typeof data.letters === "boolean" ? data.letters : FIRST.letters,
    more: typeof data.more === "boolean" ? data.more : FIRST.more,
    game: typeof data.game === "string" ? data.game : null,
    wishes: readWishes(data.wishes),
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    // A browser may forbid storage; the page then works without saved settings.
    return null;
  }
}

export const kept = $state<Kept>(readKept(stored()));

/** Changes settings and saves them. */
export function keep(change: Partial<Kept>): void {
  Object.assign(kept, change);
  showTheme();
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // See above.
  }
}

/** The success rate, in percent, at which levels of a game are chosen. */
export const wishFor = (game: string): number => kept.wishes[game] ?? HALF;

/** Deletes the saved settings. */
export function forgetKept(): void {
  Object.assign(kept, FIRST);
  showTheme();
  try {
    localStorage.removeItem(PLACE);
  } catch {
    // See above.
  }
}

export function showTheme(): void {
  const root = document.documentElement;
  if (kept.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = kept.theme;
}

/** Switches to the opposite of the theme shown; from then on the page ignores the system's. */
export function switchTheme(): void {
  const dark =
    kept.theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : kept.theme === "dark";
  keep({ theme: dark ? "light" : "dark" });
}

/** Whether the person's system asks for reduced motion. */
export const stillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
