// How long a test waits for something that must happen. These limits do not measure how fast a
// page is: they only end a test that would wait forever. So they are far longer than anything
// takes, and they depend on the speed of the machine, which may be busy with other things.

/** How many times slower this machine is now than a slow one that is idle. */
function slowness() {
  const began = performance.now();
  let sum = 0;
  for (let step = 0; step < 20_000_000; step += 1) sum = (sum + step) % 1_000_003;
  const usual = 200 + (sum === 0 ? 1 : 0);
  return Math.max(1, (performance.now() - began) / usual);
}

const times = slowness();

/** Milliseconds until a single event must have happened. */
export const STEP = 120_000 * times;

/** Milliseconds until a whole test must have ended. */
export const VISIT = 1_200_000 * times;

/** Returns a function that says whether there is still time to wait for an event. */
export function patience() {
  const end = performance.now() + STEP;
  return () => performance.now() < end;
}
