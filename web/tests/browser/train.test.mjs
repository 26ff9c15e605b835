// Level after level: three in a row, the next one already loaded; other levels on wish.

import assert from "node:assert/strict";
import { cell, says, tokens, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { trained } from "./games.mjs";
import { house } from "./house.mjs";

const { visit } = house();

/** Reads the board as a person does, and asks the server for the best move there. */
async function bestCell(page, server, game, empty) {
  const stones = await tokens(page, empty);
  const answer = await page.request.post("/api/setup", { data: { game, tokens: stones } });
  const { position } = await answer.json();
  const values = await server.ask("values", { game, position });
  const here = await positionFacts(server, game, position);
  const best = values.moves.find(
    ({ value }) => value.kind === values.value.kind && value.moves === values.value.moves,
  );
  return here.cellOf(best.move);
}

/** Plays best moves until the level is over. */
async function solve(page, server, game, empty) {
  for (let moves = 0; (await turn(page)) === "yours"; moves += 1) {
    assert.ok(moves < 32, "a level ends");
    await cell(page, await bestCell(page, server, game, empty)).click();
  }
  await says(page, /Won|Drawn/);
}

for (const { game } of trained) {
  visit(`${game}: three levels in a row`, async ({ page, server }) => {
    const empty = await positionFacts(server, game);
    const seen = new Set();
    await page.goto(`/train?${new URLSearchParams({ game })}`);
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

  visit(`${game}: too easy, too hard and skip lead to another level`, async ({ page, server }) => {
    const empty = await positionFacts(server, game);
    await page.goto(`/train?${new URLSearchParams({ game })}`);
    await turn(page);
    for (const wish of ["Skip", "Too easy", "Too hard"]) {
      const before = await tokens(page, empty);
      const button = page.getByRole("button", { name: wish });
      if ((await button.getAttribute("aria-disabled")) === "true") continue;
      await button.click();
      await assertChanges(async () => tokens(page, empty), before, wish);
    }
  });
}

/** Waits until what is read differs from what was. */
async function assertChanges(read, before, what) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (JSON.stringify(await read()) !== JSON.stringify(before)) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  assert.fail(`${what} changed nothing`);
}
