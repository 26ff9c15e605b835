// The review of a game: the slip, the curve, the better line, and another try from there.

import assert from "node:assert/strict";
import { board, play, tokens, tokensOf, turn } from "./board.mjs";
import { levelFacts, positionFacts } from "./facts.mjs";
import { levels } from "./games.mjs";
import { house } from "./house.mjs";

const { visit } = house();

for (const row of levels) {
  const { game, middle } = row;
  visit(
    `${game}: the review shows the slip, its line plays, and one tries again`,
    async ({ page, server }) => {
      const { slip } = await levelFacts(server, row);
      const start = await positionFacts(server, game, middle);
      // Without a goal no move is taken back, so the slip stays in the game.
      await page.goto(`/play?${new URLSearchParams({ game, position: middle, against: "perfect" })}`);
      await play(page, start, slip);
      if ((await turn(page)) === "yours") {
        await page.getByRole("button", { name: "Resign" }).click();
        await page.getByRole("button", { name: "Really resign" }).click();
      }
      await page.getByRole("link", { name: "Review" }).click();
      await page.waitForURL(/\/review\//);
      await page.getByRole("heading", { level: 1, name: /slipped/ }).waitFor();

      const curve = page.getByRole("slider");
      await curve.focus();
      await page.keyboard.press("Home");
      assert.deepEqual(await tokens(page, start), tokensOf(start), "the curve leads to the start");
      await page.keyboard.press("ArrowRight");
      assert.notDeepEqual(await tokens(page, start), tokensOf(start), "and to the moves");

      const before = await tokens(page, start);
      await page.getByRole("button", { name: "Step", exact: true }).click();
      assert.notDeepEqual(await tokens(page, start), before, "the better line plays on the board");

      await page.getByRole("link", { name: "Try again from here" }).click();
      await turn(page);
      await board(page).waitFor();
      assert.deepEqual(await tokens(page, start), tokensOf(start), "from before the slip");
    },
  );
}
