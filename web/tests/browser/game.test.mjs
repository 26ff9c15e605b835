// The page of a game: rules, switches that lead to other games, facts that are worked out
// on the page, and a position that is even for two people.

import assert from "node:assert/strict";
import { board, turn } from "./board.mjs";
import { games } from "./games.mjs";
import { house } from "./house.mjs";

const { visit } = house();
const address = (game) => `/games/${encodeURIComponent(game)}`;

for (const { game } of games) {
  visit(`${game}: rules in words and pictures, and other rules by a switch`, async ({ page, server }) => {
    const view = await server.ask(`games/${encodeURIComponent(game)}`);
    await page.goto(address(game));
    const rules = page.getByRole("region", { name: "Rules" }).getByRole("listitem");
    await rules.first().waitFor();
    assert.equal(await rules.count(), view.rules.length);
    for (const [index, { words }] of view.rules.entries()) {
      assert.match(await rules.nth(index).textContent(), new RegExp(words.slice(0, 20)));
    }
    // The first switch that leads to another game, found by its text like a person does.
    const other = view.switches
      .flatMap((one) => one.choices.map((choice) => ({ ...one, choice })))
      .find(({ value, choice }) => Number(choice.value) > Number(value));
    if (!other) return;
    const { label, pick, choice } = other;
    const listed = page
      .getByRole("group", { name: label })
      .getByRole("link", { name: choice.words, exact: true });
    await (pick === "step" ? page.getByRole("link", { name: `${label} ${choice.value}` }) : listed).click();
    await page.waitForURL((url) => decodeURIComponent(url.pathname) === `/games/${other.choice.game}`);
    const title = (await server.ask(`games/${encodeURIComponent(other.choice.game)}`)).title;
    await page.waitForFunction((wanted) => document.title.startsWith(wanted), title);
  });
}

visit("directions are chosen by their names", async ({ page }) => {
  await page.goto(address("tictactoe"));
  await page.getByRole("combobox", { name: "Directions" }).selectOption("rows, columns");
  await page.waitForURL((url) => decodeURIComponent(url.pathname).endsWith("along=rc"));
  await page.getByText("Lines count along rows, columns.").waitFor();
});

visit("facts of a small game come by themselves", async ({ page }) => {
  await page.goto(address("tictactoe"));
  const facts = page.getByRole("region", { name: "Facts" });
  await facts.getByText(/^5.478/).waitFor();
  await facts.getByRole("table").waitFor();
});

visit("facts of a large game are worked out on wish, until one has enough", async ({ page }) => {
  await page.goto(address("connect4"));
  await page.getByRole("button", { name: "Work it out" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText(/^Cancelled\./).waitFor();
  await page.getByRole("button", { name: "Run again" }).waitFor();
});

visit("two people play on from a position that is even for them", async ({ page }) => {
  await page.goto(address("connect3"));
  await page.getByRole("button", { name: "Find a fair start" }).click();
  await page.getByText(/it scores (4[5-9]|5[0-5])/).waitFor();
  await page.getByRole("link", { name: "Play it" }).click();
  assert.equal(await turn(page), "yours");
  assert.match(page.url(), /against=human/);
  assert.ok((await board(page).getByRole("button").count()) > 0);
});
