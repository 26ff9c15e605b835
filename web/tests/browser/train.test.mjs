// Level after level: three in a row, other levels on wish.

import assert from "node:assert/strict";
import { tokens, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { trained } from "./games.mjs";
import { house } from "./house.mjs";
import { solve } from "./learner.mjs";

const { visit } = house();
const address = (game) => `/train?${new URLSearchParams({ game })}`;

for (const { game } of trained) {
  visit(`${game}: three levels in a row`, async ({ page, server }) => {
    const empty = await positionFacts(server, game);
    const seen = new Set();
    await page.goto(address(game));
    for (let level = 0; level < 3; level += 1) {
      await turn(page);
      seen.add(JSON.stringify(await tokens(page, empty)));
      await solve(page, server, game, empty);
      await page.getByRole("button", { name: "Next level" }).click();
    }
    await turn(page);
    assert.equal(seen.size, 3, "three different levels");
    const me = await (await page.request.get("/api/me")).json();
    assert.equal(me.streak, 3);
  });
}

visit("too easy, too hard and skip lead to another level, and the wish is kept", async ({ page, server }) => {
  const game = "connect3";
  const empty = await positionFacts(server, game);
  await page.goto(address(game));
  await turn(page);
  await page.getByText("You want levels that you solve about half of the time.").waitFor();
  for (const wish of ["Skip", "Too easy", "Too easy", "Too hard"]) {
    const before = await tokens(page, empty);
    await page.getByRole("button", { name: wish }).click();
    await assertChanges(async () => tokens(page, empty), before, wish);
  }
  const words = page.getByText("You want levels that you solve about four times in ten.");
  await words.waitFor();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("spar")).wishes);
  assert.deepEqual(kept, { [game]: 40 });
  await page.getByRole("button", { name: "Half of the time again" }).click();
  await words.waitFor({ state: "detached" });
});

/** Waits until what is read differs from what was. */
async function assertChanges(read, before, what) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (JSON.stringify(await read()) !== JSON.stringify(before)) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  assert.fail(`${what} changed nothing`);
}
