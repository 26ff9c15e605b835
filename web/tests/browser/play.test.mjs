// Whole games, by mouse and by keyboard only, and two people at one board.

import assert from "node:assert/strict";
import { arrowSteps, board, goTo, playable, playOut, says } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
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
      // A move without cells has its own key.
      if (label === null) return page.keyboard.press(await cell.getAttribute("aria-keyshortcuts"));
      await goTo(page, label);
      await page.keyboard.press("Enter");
    });
    await says(page, /Won|Lost|Drawn/);
  });

  visit(`${game}: arrow keys lead from every cell to every other`, async ({ page, server }) => {
    const { scene } = await positionFacts(server, game);
    await page.goto(link({ game, against: "human" }));
    await board(page).waitFor();
    const steps = await arrowSteps(page);
    for (const start of scene.cells.keys()) {
      const reached = new Set([start]);
      for (const cell of reached) for (const { from, to } of steps) if (from === cell) reached.add(to);
      assert.equal(reached.size, scene.cells.length, `from ${scene.cells[start].name}`);
    }
    // In a grid, an arrow key moves the focus to the neighbour.
    if (!scene.cells.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))) return;
    for (const { from, way, to } of steps) {
      const { x, y, group } = scene.cells[from];
      const next = scene.cells.findIndex(
        (cell) => cell.group === group && cell.x === x + way[0] && cell.y === y + way[1],
      );
      if (next >= 0) assert.equal(scene.cells[to].name, scene.cells[next].name);
    }
  });

  visit(`${game}: two people at one board`, async ({ page }) => {
    await page.goto(link({ game, against: "human" }));
    await playOut(page, async (cell) => cell.click());
    await says(page, /wins|won|Drawn/i);
    assert.equal(await playable(page).count(), 0);
  });
}
