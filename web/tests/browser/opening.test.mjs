// CONNECT-4 from its first move: values, a hint, a perfect opponent that never guesses, and a
// review that names the slip.

import assert from "node:assert/strict";
import { isValued, play, playOut, says, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { house } from "./house.mjs";

const { visit } = house();
const game = "connect4";
const link = `/play?${new URLSearchParams({ game, against: "perfect" })}`;

/** The values of the first moves, as several solvers found them. */
const first = {
  a: "loss in 20",
  b: "loss in 21",
  c: "draw",
  d: "win in 21",
  e: "draw",
  f: "loss in 21",
  g: "loss in 20",
};

visit(
  `${game}: the first moves have their values, and a hint tells how many win`,
  async ({ page, server }) => {
    const start = await positionFacts(server, game);
    await page.goto(link);
    await turn(page);
    await page.getByRole("button", { name: "Values" }).click();
    for (const [move, words] of Object.entries(first)) await isValued(page, start, move, words);
    await page.getByRole("button", { name: /^Hint/ }).click();
    await says(page, /One move wins, two only draw, four lose/);
  },
);

visit(`${game}: perfect play from the second move on, without a guess`, async ({ page, server }) => {
  const start = await positionFacts(server, game);
  await page.goto(link);
  await turn(page);
  await play(page, start, "a");
  await playOut(page, (cell) => cell.click());
  await says(page, /Lost/);
  assert.equal(await page.getByText(/guess/i).count(), 0, "no move was a guess");
  await page.getByRole("link", { name: "Review" }).click();
  await page.getByRole("heading", { level: 1, name: /slipped/ }).waitFor();
  assert.equal(await page.getByText(/guess|not known/i).count(), 0, "every move has its verdict");
});
