// A track: squares for screen readers, choices with their chances, dice that are never
// rolled again, moving pawns, and the cost of a choice.

import assert from "node:assert/strict";
import { board, cell, choice, playable, says, tokens, tokensOf, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { house, phone } from "./house.mjs";

const { visit } = house();
const game = "ladders";
const middle = "9-12-first";
const link = (query) => `/play?${new URLSearchParams({ game, ...query })}`;

/** The session that the page plays, from the server. */
async function session(page) {
  const id = page.url().split("/").at(-1);
  return (await page.request.get(`/api/sessions/${id}`)).json();
}

visit("squares are read by arrows, with where they lead and who stands there", async ({ page }) => {
  await page.goto(link({ position: middle, against: "fastest" }));
  await turn(page);
  await cell(page, "9").focus();
  const here = () => page.evaluate(() => document.activeElement.ariaLabel);
  assert.match(await here(), /^square 9, Full is here/);
  await page.keyboard.press("ArrowUp");
  assert.match(await here(), /^square 10/);
  await page.keyboard.press("ArrowRight");
  assert.match(await here(), /^square 11, ladder to 18/);
  await page.keyboard.press("End");
  assert.match(await here(), /^square 14, ladder to 18/);
  await cell(page, "7").focus();
  assert.match(await here(), /^square 7, snake to 3/);
  await cell(page, "19").focus();
  assert.match(await here(), /^square 19, goal/);
  assert.equal(await board(page).locator('button:not([aria-disabled="true"])').count(), 0);
});

visit(
  "a roll is shown as the server made it, and its pawn walks there",
  async ({ page, server }) => {
    const start = await positionFacts(server, game);
    await page.goto(link({ against: "novice" }));
    await turn(page);
    await choice(page, start, "T").click();
    await page.locator(".die").first().waitFor();
    await page.waitForURL(/\/play\/./);
    assert.equal(await turn(page), "yours");
    const { moves, now } = await session(page);
    const own = moves.find((move) => move.side === "first" && move.roll);
    assert.equal(own.roll.dice.length, 2);
    assert.equal(own.roll.dice[0] + own.roll.dice[1], own.roll.steps);
    const thrown = page.locator('.throw[data-side="first"]');
    await thrown.getByText(`= ${own.roll.steps}`).waitFor();
    const pips = await thrown
      .locator(".die")
      .evaluateAll((dice) => dice.map((die) => die.querySelectorAll("circle").length));
    assert.deepEqual(pips, own.roll.dice, "as many pips as the server rolled");
    assert.deepEqual(await tokens(page, now), tokensOf(now));
    // Screen readers announce the last turn.
    await page
      .locator("[aria-live]")
      .filter({ hasText: /^Hollow: / })
      .waitFor();
  },
  { still: false },
);

visit("undo never changes a roll", async ({ page, server }) => {
  const start = await positionFacts(server, game);
  await page.goto(link({ against: "fastest" }));
  await turn(page);
  const rolls = [];
  for (const move of ["T", "D", "T"]) {
    await choice(page, start, move).click();
    await page.waitForURL(/\/play\/./);
    await turn(page);
    await playable(page).first().waitFor();
    rolls.push((await session(page)).moves[1].roll);
    await page.getByRole("button", { name: "Undo" }).and(page.locator('[aria-disabled="false"]')).click();
    await page.locator(".die").first().waitFor({ state: "detached" });
    assert.deepEqual(await tokens(page, start), tokensOf(start), "both pawns are back");
  }
  const [first, other, again] = rolls;
  assert.deepEqual(again, first, "the same choice rolls the same");
  assert.equal(other.dice.length, 1);
});

visit("choices have keys, unless single letters are switched off", async ({ page }) => {
  await page.goto(link({ against: "novice" }));
  await turn(page);
  await page.keyboard.press("d");
  await page.waitForURL(/\/play\/./);
  await turn(page);
  const made = async () =>
    (await session(page)).moves.filter((move) => move.by === "person").map((move) => move.move);
  assert.deepEqual(await made(), ["D"]);
  await page.getByRole("button", { name: "Keys and settings" }).click();
  await page.getByRole("checkbox", { name: "Use single-letter shortcuts" }).uncheck();
  await board(page).getByRole("button").first().focus();
  await page.keyboard.press("t");
  assert.deepEqual(await made(), ["D"], "no command any more");
});

visit("chances stand on the choices when they are asked for", async ({ page, server }) => {
  const values = await server.ask("values", { game, position: middle });
  const here = await positionFacts(server, game, middle);
  await page.goto(link({ position: middle, against: "fastest" }));
  await turn(page);
  const button = (move) => choice(page, here, move);
  assert.doesNotMatch(await button("T").textContent(), /%/, "nobody asked");
  await page.keyboard.press("v");
  for (const { move, value } of values.moves) await button(move).getByText(value.words).waitFor();
  assert.equal((await page.getByText("best", { exact: true }).count()) > 0, true);
  await page.keyboard.press("v");
  await button("T").getByText("%").waitFor({ state: "detached" });
});

visit("the best choice on each square has a letter and a word", async ({ page, server }) => {
  const policy = await server.ask("policies", { game, position: middle, player: "perfect" });
  await page.goto(link({ position: middle, against: "fastest" }));
  await turn(page);
  await page.getByRole("checkbox", { name: "Best choice on each square" }).check();
  for (const { name } of policy.actions) await page.getByRole("listitem").filter({ hasText: name }).waitFor();
  for (const [square, letter] of policy.letters.entries()) {
    const words = await cell(page, String(square)).getAttribute("aria-label");
    const action = policy.actions.find((it) => it.letter === letter);
    if (action) assert.match(words, new RegExp(`choose ${action.name}`), `square ${square}`);
    else assert.doesNotMatch(words, /choose/, `square ${square}`);
  }
});

visit("the review tells what a choice cost", async ({ page, server }) => {
  // The other side is about to win, so taking one step gives up every chance.
  const values = await server.ask("values", { game, position: middle });
  const here = await positionFacts(server, game, middle);
  const chance = ({ value }) => value.chance.value;
  const worst = values.moves.reduce((one, other) => (chance(other) < chance(one) ? other : one));
  const best = values.moves.reduce((one, other) => (chance(other) > chance(one) ? other : one));
  const points = Math.floor(100 * (chance(best) - chance(worst)) + 1e-6);
  assert.ok(points >= 5, "it is a slip");
  await page.goto(link({ position: middle, against: "fastest" }));
  await turn(page);
  await choice(page, here, worst.move).click();
  if ((await turn(page)) === "yours") {
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Really resign" }).click();
  }
  await page.getByRole("link", { name: "Review" }).click();
  await page.waitForURL(/\/review\//);
  await page
    .getByText(/cost you \d+ points/)
    .first()
    .waitFor();
  const said = await page
    .getByText(/cost you \d+ points/)
    .first()
    .textContent();
  const told = Number(said.match(/cost you (\d+) points/)[1]);
  assert.ok(Math.abs(told - points) <= 1, `${told} points are told, ${points} were lost`);
  await page
    .getByRole("link", { name: /a slip/ })
    .first()
    .waitFor();
  const curve = page.getByRole("slider");
  await curve.focus();
  await page.keyboard.press("Home");
  assert.deepEqual(await tokens(page, here), tokensOf(here), "the curve leads to the start");
  assert.match(await curve.getAttribute("aria-valuetext"), /%/);
});

for (const n of [100, 400]) {
  const large = async ({ page, server }) => {
    const name = `ladders:board=random,n=${n},seed=7`;
    const start = await positionFacts(server, name);
    await page.goto(`/play?${new URLSearchParams({ game: name, against: "novice" })}`);
    await turn(page);
    assert.equal(await board(page).getByRole("button").count(), n);
    await choice(page, start, "T").click();
    assert.equal(await turn(page), "yours");
    await says(page, /./);
  };
  visit(`a random board of ${n} squares is drawn and played on a phone`, large, { size: phone });
}

visit("another board is chosen on the game's page", async ({ page }) => {
  await page.goto("/games/ladders");
  await page.getByRole("link", { name: "random", exact: true }).click();
  await page.waitForURL(/seed%3D1|seed=1/);
  const seed = page.getByRole("textbox", { name: "seed" });
  await seed.fill("12");
  await seed.press("Enter");
  await page.waitForURL(/seed%3D12|seed=12/);
  await page.getByRole("combobox", { name: "squares" }).selectOption("400");
  await page.waitForFunction(() => document.querySelectorAll(".board .cell").length === 400);
  await page.getByRole("link", { name: "Back to the usual rules" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".board .cell").length === 20);
});
