// Glicko-2 as described by Mark Glickman ("Example of the Glicko-2 system"), for one result
// against a level, whose rating is exact.

const UNIT = 173.7178;
const TAU = 0.5;

/** A person who has not played yet. */
export const NEW = { rating: 1500, deviation: 350, volatility: 0.06 };

/** The rating after a try at a level of this rating. */
export function after({ rating, deviation, volatility }, level, solved) {
  const mu = (rating - 1500) / UNIT;
  const phi = deviation / UNIT;
  const expected = 1 / (1 + Math.exp((level - 1500) / UNIT - mu));
  const v = 1 / (expected * (1 - expected));
  const surprise = (solved ? 1 : 0) - expected;
  const wavers = newVolatility(phi, volatility, v, v * surprise);
  const unsure = Math.hypot(phi, wavers);
  const sure = 1 / Math.sqrt(1 / unsure ** 2 + 1 / v);
  return {
    rating: 1500 + UNIT * (mu + sure ** 2 * surprise),
    deviation: UNIT * sure,
    volatility: wavers,
  };
}

/** Step 5: by the Illinois method. */
function newVolatility(phi, volatility, v, delta) {
  const a = Math.log(volatility ** 2);
  const f = (x) => {
    const power = Math.exp(x);
    const whole = phi ** 2 + v + power;
    return (power * (delta ** 2 - whole)) / (2 * whole ** 2) - (x - a) / TAU ** 2;
  };
  let [low, high] = [a, Math.log(delta ** 2 - phi ** 2 - v)];
  if (delta ** 2 <= phi ** 2 + v) {
    let steps = 1;
    while (f(a - steps * TAU) < 0) steps += 1;
    high = a - steps * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > 1e-9) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const at = f(middle);
    if (at * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, at];
  }
  return Math.exp(low / 2);
}
