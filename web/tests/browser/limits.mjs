// How long a test waits for what must happen. No limit here says how fast a page is: each
// only ends a test that would wait without end. So all are far longer than anything takes,
// and they follow the machine, which may be busy with other things.

/** How many times slower this machine is just now than an idle one that is not fast. */
function slowness() {
  const began = performance.now();
  let sum = 0;
  for (let step = 0; step < 20_000_000; step += 1) sum = (sum + step) % 1_000_003;
  const usual = 200 + (sum === 0 ? 1 : 0);
  return Math.max(1, (performance.now() - began) / usual);
}

const times = slowness();

/** Milliseconds until one thing must have happened. */
export const STEP = 120_000 * times;

/** Milliseconds until a whole test must have ended. */
export const VISIT = 1_200_000 * times;

/** Tells whether there is still time for one thing that begins now. */
export function patience() {
  const end = performance.now() + STEP;
  return () => performance.now() < end;
}
