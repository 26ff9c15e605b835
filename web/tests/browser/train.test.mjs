// Training: three levels in a row, easier and harder levels on request, missed levels come back,
// and the rating changes by the formula.

import assert from "node:assert/strict";
import { says, tokens, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { trained } from "./games.mjs";
import { after, NEW } from "./glicko.mjs";
import { house } from "./house.mjs";
import { miss, solve } from "./learner.mjs";
import { patience } from "./limits.mjs";

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
      await next(page);
    }
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
  await page.getByText("Aim: you solve about half of them.").waitFor();
  for (const wish of ["Skip", "Too easy", "Too easy", "Too hard"]) {
    const before = await tokens(page, empty);
    await page.getByRole("button", { name: wish }).click();
    await assertChanges(async () => tokens(page, empty), before, wish);
  }
  const words = page.getByText("Aim: you solve about four in ten.");
  await words.waitFor();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("spar")).wishes);
  assert.deepEqual(kept, { [game]: 40 });
  await page.getByRole("button", { name: "Reset" }).click();
  await words.waitFor({ state: "detached" });
});

visit("a missed level comes back mirrored after two others; the rating moves as computed", async (guest) => {
  const { page, server } = guest;
  const game = "connect3";
  const empty = await positionFacts(server, game);
  let expected = NEW;
  /** Compares what the page shows with the API, and the API with the formula. */
  const assertMoved = async (solved) => {
    const [newest] = await (await page.request.get("/api/sessions")).json();
    const { tried } = await (await page.request.get(`/api/sessions/${newest.id}`)).json();
    assert.equal(tried.solved, solved);
    assert.equal(tried.rating.before, Math.round(expected.rating));
    expected = after(expected, tried.rating.level, solved);
    assert.equal(tried.rating.after, Math.round(expected.rating));
    assert.equal(tried.rating.deviation, Math.round(expected.deviation));
    const { before, after: now, deviation } = tried.rating;
    const by = now > before ? `+${now - before}` : `−${before - now}`;
    const shown = page.getByRole("definition").filter({ hasText: `± ${deviation}` });
    await shown.waitFor();
    assert.equal((await shown.textContent()).replace(/\s+/g, " ").trim(), `${now} ${by} ± ${deviation}`);
  };
  await page.goto(address(game));
  await turn(page);
  await page.getByText("No rating yet. Your first level gives you one.").waitFor();
  const missed = await tokens(page, empty);
  await miss(page, server, game, empty);
  await says(page, "This try counts as missed. The level comes back later.");
  await assertMoved(false);
  await solve(page, server, game, empty);
  const back = page.getByRole("region", { name: "Coming back" }).getByRole("listitem");
  await back.first().waitFor();
  for (let others = 0; others < 2; others += 1) {
    await next(page);
    await solve(page, server, game, empty);
    await assertMoved(true);
  }
  await page.getByRole("img", { name: /^Rating over 3 tries/ }).waitFor();
  await next(page);
  const columns = empty.scene.groups[0].width;
  const mirrored = missed.map((_, index) => {
    const column = index % columns;
    return missed[index - column + columns - 1 - column];
  });
  assert.deepEqual(await tokens(page, empty), mirrored);
  await page.getByText(/mirrored/).waitFor();
});

/** Continues with the next level and waits until it is shown. */
async function next(page) {
  const button = page.getByRole("button", { name: "Next level" });
  await button.click();
  await button.waitFor({ state: "detached" });
  await turn(page);
}

/** Waits until the value read differs from the earlier one. */
async function assertChanges(read, before, what) {
  const isTime = patience();
  while (JSON.stringify(await read()) === JSON.stringify(before)) {
    assert.ok(isTime(), `${what} changed nothing`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}
