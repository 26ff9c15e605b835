// How often a person wants to solve the levels they get, in percent. Pure.

/** The default. */
export const HALF = 50;
const STEP = 10;
const [LEAST, MOST] = [10, 90];

/** Reads saved wishes by game; invalid ones are ignored. */
export function readWishes(data: unknown): Record<string, number> {
  if (typeof data !== "object" || data === null) return {};
  const fits = (wish: unknown) =>
    typeof wish === "number" && wish % STEP === 0 && wish >= LEAST && wish <= MOST;
  return Object.fromEntries(Object.entries(data).filter(([, wish]) => fits(wish)));
}

/** After "too easy": levels that are solved less often. `null` if there is no harder wish. */
export function harder(wish: number): number | null {
  return wish > LEAST ? wish - STEP : null;
}

/** After "too hard": levels that are solved more often. `null` if there is no easier wish. */
export function easier(wish: number): number | null {
  return wish < MOST ? wish + STEP : null;
}

const OFTEN: Record<number, string> = {
  10: "one in ten",
  20: "one in five",
  30: "three in ten",
  40: "four in ten",
  50: "half of them",
  60: "six in ten",
  70: "seven in ten",
  80: "four in five",
  90: "nine in ten",
};

/** A wish in words. */
export function wishWords(wish: number): string {
  return `Aim: you solve about ${OFTEN[wish] ?? `${wish} %`}.`;
}
