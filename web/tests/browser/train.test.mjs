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
/** The number of rated tries after which a rating is shown. */
const SHOWN_FROM = 5;
const address = (game) => `/train?${new URLSearchParams({ game })}`;

/** Solves the first levels through the API, so that levels that fit come next. */
async function begun(page, server, game) {
  for (;;) {
    const level = await (await page.request.get(`/api/levels/next?${new URLSearchParams({ game })}`)).json();
    if (!level.idea) return;
    const { begin } = level;
    let { session } = await (await page.request.post("/api/sessions", { data: { begin } })).json();
    while (session.state === "open") {
      const values = await server.ask("values", { game, position: session.now.position });
      const chance = ({ value }) => value.chance?.value ?? (value.kind === "win" ? 100 - value.moves : 0);
      const { move } = values.moves.reduce((one, other) => (chance(other) > chance(one) ? other : one));
      const data = { move, at: session.at };
      ({ session } = await (await page.request.post(`/api/sessions/${session.id}/moves`, { data })).json());
    }
  }
}

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
    // A variant has no first levels: all of its levels are rated.
    const rated = game.includes(":") ? 3 : undefined;
    assert.equal(me.ratings[0]?.tries, rated, "the first levels are not rated");
  });
}

visit("three ideas with the rule and the own token, then levels that fit", async ({ page, server }) => {
  const game = "connect3";
  const empty = await positionFacts(server, game);
  const rule = page.getByText(
    "Drop a stone into a column; whoever first has 3 in a line in any direction wins.",
  );
  await page.goto(address(game));
  for (const idea of [
    "1 of 3: Complete the line.",
    "2 of 3: Stop theirs.",
    "3 of 3: Make two threats at once.",
  ]) {
    await turn(page);
    await page.getByText(idea).waitFor();
    await rule.waitFor();
    await page.getByText("You play blue.").waitFor();
    await solve(page, server, game, empty);
    await says(page, "Solved. Not rated.");
    await next(page);
  }
  await turn(page);
  await rule.waitFor();
  assert.equal(await page.getByText(/^\d of 3:/).count(), 0, "no fourth idea");
});

visit("too easy, too hard and skip lead to another level, and the wish is kept", async ({ page, server }) => {
  const game = "connect3";
  const empty = await positionFacts(server, game);
  await begun(page, server, game);
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
  let tries = 0;
  await begun(page, server, game);
  /** Compares what the page shows with the API, and the API with the formula. */
  const assertMoved = async (solved) => {
    const [newest] = await (await page.request.get("/api/sessions")).json();
    const { tried } = await (await page.request.get(`/api/sessions/${newest.id}`)).json();
    assert.equal(tried.solved, solved);
    assert.equal(tried.rating.before, Math.round(expected.rating));
    expected = after(expected, tried.rating.level, solved);
    assert.equal(tried.rating.after, Math.round(expected.rating));
    assert.equal(tried.rating.deviation, Math.round(expected.deviation));
    tries += 1;
    const left = SHOWN_FROM - tries;
    assert.equal(tried.rating.left, left, "no rating is shown yet");
    const shown = left === 1 ? "one more rated level" : `${left} more rated levels`;
    await page
      .getByRole("definition")
      .filter({ hasText: `Appears after ${shown}.` })
      .waitFor();
  };
  await page.goto(address(game));
  await turn(page);
  await page.getByText("Appears after a few rated levels.").waitFor();
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
