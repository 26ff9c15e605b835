// Any position by clicks or by text: the value of every move, and play from it.

import assert from "node:assert/strict";
import { cell, tokens, tokensOf, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { games } from "./games.mjs";
import { house } from "./house.mjs";

const { visit } = house();
const textOf = (page) => page.getByRole("textbox", { name: "Position" });

/** Waits until the box for text holds the position. */
async function holds(page, text) {
  await page.waitForFunction(
    ([wanted]) => [...document.querySelectorAll("input, textarea")].some((box) => box.value === wanted),
    [text],
  );
}

for (const { game, middle, level, unarranged } of games) {
  visit(`${game}: analyse by text, then play from there`, async ({ page, server }) => {
    const wanted = await positionFacts(server, game, middle);
    const values = await server.ask("values", { game, position: middle });
    await page.goto(`/analyse?${new URLSearchParams({ game })}`);
    await textOf(page).fill(middle);
    await textOf(page).press("Enter");
    await page.waitForURL((url) => url.searchParams.get("position") === middle);
    assert.deepEqual(await tokens(page, wanted), tokensOf(wanted));
    if (level) {
      for (const { move, value } of values.moves) {
        const name = wanted.cellOf(move);
        await cell(page, name)
          .and(page.getByRole("button", { name: value.words }))
          .waitFor();
      }
      await page
        .getByRole("table", { name: /wins|hard|chance/i })
        .first()
        .waitFor();
    }
    await page.getByRole("link", { name: "Play from here" }).click();
    await turn(page);
    assert.deepEqual(await tokens(page, wanted), tokensOf(wanted), "the same position is played");
  });

  if (unarranged) {
    visit(`${game}: what cannot be set up by clicks says so`, async ({ page }) => {
      await page.goto(`/analyse?${new URLSearchParams({ game })}`);
      await page.getByText("Pawns are not put down by clicks").waitFor();
      assert.equal(await page.getByRole("radio", { name: /^Put/ }).count(), 0, unarranged);
    });
    continue;
  }

  visit(
    `${game}: analyse by clicks`,
    async ({ page, server }) => {
      const wanted = await positionFacts(server, game, middle);
      await page.goto(`/analyse?${new URLSearchParams({ game })}`);
      await cell(page, wanted.scene.cells[0].name).waitFor();
      for (const token of ["cross", "ring"]) {
        const side = wanted.sides[token === "cross" ? 0 : 1];
        await page.getByRole("radio", { name: `Put ${side}` }).check();
        // From the lowest row up, as stones come to lie.
        const cells = wanted.scene.cells.filter((place) => place.token === token);
        for (const place of cells.toReversed()) await cell(page, place.name).click();
      }
      await holds(page, middle);
      assert.deepEqual(await tokens(page, wanted), tokensOf(wanted));
      await page.reload();
      await holds(page, middle);
    },
    { expected: [/status of 422/] },
  );
}

visit(
  "text that is no position is kept and told why",
  async ({ page }) => {
    await page.goto("/analyse?game=tictactoe");
    await textOf(page).fill("x.q/.../...");
    await textOf(page).press("Enter");
    await page.getByText(/`?q`? at c3/).waitFor();
    assert.equal(await textOf(page).inputValue(), "x.q/.../...");
  },
  { expected: [/status of 422/] },
);
