// Any position, set up by clicks or by text: the value of every move, and playing from it.

import assert from "node:assert/strict";
import { cell, isValued, tokens, tokensOf, tokenWords, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { games } from "./games.mjs";
import { house } from "./house.mjs";

const { visit } = house();
const textOf = (page) => page.getByRole("textbox", { name: "Position" });

/** Waits until the text field contains the position. */
async function holds(page, text) {
  await page.waitForFunction(
    ([wanted]) => [...document.querySelectorAll("input, textarea")].some((box) => box.value === wanted),
    [text],
  );
}

for (const { game, middle, level } of games) {
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
        await isValued(page, wanted, move, value.words);
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

  visit(
    `${game}: analyse by clicks`,
    async ({ page, server }) => {
      const wanted = await positionFacts(server, game, middle);
      const { supply } = await server.ask(`games/${encodeURIComponent(game)}`);
      await page.goto(`/analyse?${new URLSearchParams({ game })}`);
      await cell(page, wanted.scene.cells[0].name).waitFor();
      if (supply.length === 0) {
        await page.getByText("This game cannot be set up by clicking").waitFor();
        return;
      }
      await page.getByRole("button", { name: "Clear all" }).click();
      for (const { token } of supply) {
        const words = `Put ${tokenWords(token, wanted.sides)}`;
        await page.getByRole("radio", { name: words, exact: true }).check();
        const isIt = ({ kind, side }) => kind === token.kind && side === token.side;
        // From the lowest row up, because tokens fall.
        for (const { name, tokens } of wanted.scene.cells.toReversed()) {
          const clicks = tokens.find(isIt)?.count ?? 0;
          for (let click = 0; click < clicks; click += 1) await cell(page, name).click();
        }
      }
      const side = wanted.sides[wanted.turn === "first" ? 0 : 1];
      await page
        .getByRole("status")
        .filter({ hasText: /best|known|proven|Looking/ })
        .first()
        .waitFor();
      const toMove = page.getByRole("radio", { name: `${side} to move` });
      if ((await toMove.count()) > 0) await toMove.check();
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

visit("a large board is searched longer on request", async ({ page }) => {
  await page.goto(`/analyse?${new URLSearchParams({ game: "connect4:rows=7,cols=8" })}`);
  await page.getByRole("button", { name: "Search longer" }).click();
  const said = page.getByRole("status").filter({ hasText: "Searching" });
  await said.filter({ hasText: /No win within \d+ moves for either side/ }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await page.getByText("Cancelled.").first().waitFor();
  await page.getByRole("button", { name: "Run again" }).waitFor();
});
