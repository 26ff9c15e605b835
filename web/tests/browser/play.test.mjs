// Whole games, by mouse and by keys alone, and two people at one board.

import assert from "node:assert/strict";
import { goTo, playable, playOut, says } from "./board.mjs";
import { games } from "./games.mjs";
import { house } from "./house.mjs";

const { visit } = house();
const link = (query) => `/play?${new URLSearchParams(query)}`;

for (const { game, second = "1" } of games) {
  visit(`${game}: a whole game by mouse`, async ({ page }) => {
    await page.goto(link({ game, against: "random" }));
    await playOut(page, (cell) => cell.click());
    await says(page, /Won|Lost|Drawn/);
    assert.match(page.url(), /\/play\/[\w-]+$/, "the game has an address");
    await page.reload();
    await says(page, /Won|Lost|Drawn/);
  });

  visit(`${game}: a whole game by keys alone, moving second`, async ({ page }) => {
    await page.goto(link({ game, against: second, side: "second" }));
    await playOut(page, async (cell) => {
      const label = await cell.getAttribute("aria-label");
      // What no cell chooses has a key of its own.
      if (label === null) return page.keyboard.press(await cell.getAttribute("aria-keyshortcuts"));
      await goTo(page, label);
      await page.keyboard.press("Enter");
    });
    await says(page, /Won|Lost|Drawn/);
  });

  visit(`${game}: two people at one board`, async ({ page }) => {
    await page.goto(link({ game, against: "human" }));
    await playOut(page, async (cell) => cell.click());
    await says(page, /wins|won|Drawn/i);
    assert.equal(await playable(page).count(), 0);
  });
}
