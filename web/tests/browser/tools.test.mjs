// The tools of a game: undo, flip, values, and their single letters.

import assert from "node:assert/strict";
import { board, cell, isValued, play, playAny, saying, says, tokens, tokensOf, turn } from "./board.mjs";
import { levelFacts, positionFacts } from "./facts.mjs";
import { games, levels } from "./games.mjs";
import { house } from "./house.mjs";
import { patience } from "./limits.mjs";

const { visit } = house();
const link = (query) => `/play?${new URLSearchParams(query)}`;
const valued = (page) => saying(page, /(win|loss) in \d|\bdraw/);

/** The names of the cells from left to right and top to bottom, as displayed. */
function seenOrder(page) {
  return board(page)
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons
        .map((button) => ({ name: button.dataset.name, box: button.getBoundingClientRect() }))
        .sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
        .map(({ name }) => name),
    );
}

/** Waits until the board is as expected; on failure, reports its actual state. */
async function becomes(page, start, wanted, what) {
  const isTime = patience();
  for (;;) {
    const found = await tokens(page, start);
    if (JSON.stringify(found) === JSON.stringify(wanted)) return;
    if (!isTime()) assert.deepEqual(found, wanted, what);
    await page.waitForTimeout(50);
  }
}

for (const { game } of games) {
  visit(`${game}: undo takes back both moves, and a flip turns the board`, async ({ page, server }) => {
    const start = await positionFacts(server, game);
    await page.goto(link({ game, against: "random" }));
    await turn(page);
    const undo = page.getByRole("button", { name: "Undo" });
    assert.equal(await undo.getAttribute("aria-disabled"), "true", "nothing to take back yet");
    await playAny(page);
    await turn(page);
    await undo.and(page.locator('[aria-disabled="false"]')).click();
    await becomes(page, start, tokensOf(start), "both moves are taken back");

    const before = await seenOrder(page);
    const flip = page.getByRole("button", { name: "Flip" });
    await flip.click();
    assert.equal(await flip.getAttribute("aria-pressed"), "true");
    const after = await seenOrder(page);
    if (before.length > 1) assert.notDeepEqual(after, before, "the cells stand elsewhere");
    assert.deepEqual(after.toSorted(), before.toSorted(), "and all are there");
    await flip.click();
    assert.deepEqual(await seenOrder(page), before);
  });
}

for (const row of levels) {
  const { game, middle } = row;
  visit(`${game}: values stay on over moves, until they are switched off`, async ({ page, server }) => {
    const { best } = await levelFacts(server, row);
    const here = await positionFacts(server, game, middle);
    await page.goto(link({ game, position: middle, against: "perfect" }));
    await turn(page);
    assert.equal(await valued(page).count(), 0, "nobody asked for values");
    const values = page.getByRole("button", { name: "Values" });
    await values.click();
    await valued(page).first().waitFor();
    await play(page, here, best);
    if ((await turn(page)) === "over") return;
    await valued(page).first().waitFor();
    assert.equal(await values.getAttribute("aria-pressed"), "true");
    await values.click();
    await valued(page).first().waitFor({ state: "detached" });
  });

  visit(`${game}: a link shows values at once only if it says so`, async ({ page, server }) => {
    const told = await server.ask("values", { game, position: middle });
    const here = await positionFacts(server, game, middle);
    await page.goto(link({ game, position: middle, against: "perfect", values: "1" }));
    for (const { move, value } of told.moves) {
      await isValued(page, here, move, value.words);
    }
    await page.getByRole("button", { name: "Share" }).click();
    const shared = page.getByRole("textbox", { name: "Link" });
    assert.doesNotMatch(await shared.inputValue(), /values=/, "a shared link leaves them off");
    await page.getByRole("checkbox", { name: "Show the values right away" }).check();
    assert.match(await shared.inputValue(), /values=1/, "unless asked");
  });

  visit(`${game}: single letters are commands`, async ({ page, server }) => {
    const { best } = await levelFacts(server, row);
    const here = await positionFacts(server, game, middle);
    await page.goto(link({ game, position: middle, against: "perfect" }));
    await turn(page);

    await page.keyboard.press("f");
    await page.getByRole("button", { name: "Flip", pressed: true }).waitFor();
    await page.keyboard.press("f");
    await page.getByRole("button", { name: "Flip", pressed: false }).waitFor();

    const hinted = page.waitForResponse(/\/hint$/);
    await page.keyboard.press("h");
    await hinted;
    await page.getByRole("button", { name: "Hint 2/3" }).waitFor();

    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keys" }).waitFor({ state: "detached" });

    await play(page, here, best);
    if ((await turn(page)) === "yours") {
      await page.keyboard.press("u");
      await becomes(page, here, tokensOf(here), "u takes the move back");
    }
    await page.keyboard.press("n");
    await page.waitForURL(/\/play\?/);
    await turn(page);
    await becomes(page, here, tokensOf(here), "n begins anew");
  });
}

visit("single letters can be switched off, and are letters while one types", async ({ page }) => {
  await page.goto(link({ game: "tictactoe", against: "random" }));
  await turn(page);
  const flipped = (pressed) => page.getByRole("button", { name: "Flip", pressed });
  await page.getByRole("textbox", { name: /move/i }).first().press("f");
  assert.equal(await flipped(true).count(), 0, "a letter that is typed is no command");

  await page.getByRole("button", { name: "Keys and settings" }).click();
  await page.getByRole("checkbox", { name: "Use single-letter shortcuts" }).uncheck();
  await cell(page, "b2").focus();
  for (const key of ["f", "h", "u", "n", "?"]) await page.keyboard.press(key);
  assert.equal(await flipped(true).count(), 0);
  await page.getByRole("heading", { name: "Keys" }).waitFor();
  await page.getByRole("button", { name: "Hint", exact: true }).waitFor();

  await page.getByRole("checkbox", { name: "Use single-letter shortcuts" }).check();
  await cell(page, "b2").focus();
  await page.keyboard.press("f");
  await flipped(true).waitFor();
});

visit("n leads from a level to another one", async ({ page, server }) => {
  const row = levels[0];
  const here = await positionFacts(server, row.game, row.middle);
  await page.goto(link({ game: row.game, position: row.middle, against: "perfect", goal: "win" }));
  await turn(page);
  await page.keyboard.press("n");
  await page.waitForURL((url) => url.searchParams.get("position") !== row.middle);
  await turn(page);
  assert.notDeepEqual(await tokens(page, here), tokensOf(here));
  await says(page, /./);
});
