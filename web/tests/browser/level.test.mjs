// A level: a wrong move is punished, taken back and corrected; hints agree with verdicts;
// a link contains position, opponent and goal.

import assert from "node:assert/strict";
import { cell, play, saying, says, tokens, tokensOf, turn } from "./board.mjs";
import { levelFacts, positionFacts } from "./facts.mjs";
import { games, levels } from "./games.mjs";
import { house, newGuest } from "./house.mjs";

const own = house();
const link = (query) => `/play?${new URLSearchParams(query)}`;

async function askHint(page) {
  const answered = page.waitForResponse(/\/hint$/);
  await page.getByRole("button", { name: /^Hint/ }).click();
  await answered;
}

for (const row of levels) {
  const { game, middle } = row;
  const level = link({ game, position: middle, against: "perfect", goal: "win" });

  own.visit(`${game}: a wrong move is punished, taken back and mended`, async ({ page, server }) => {
    const { best, slip } = await levelFacts(server, row);
    const start = await positionFacts(server, game, middle);
    await page.goto(level);
    await play(page, start, slip);
    await says(page, /Try again/);
    await turn(page);
    assert.deepEqual(await tokens(page, start), tokensOf(start), "taken back");

    // The line that punishes it is shown again, by buttons and by keys.
    const line = page.getByRole("region", { name: "What would happen" });
    const steps = line.getByRole("listitem").getByRole("button");
    await steps.last().click();
    const words = (await line.getByRole("paragraph").last().textContent()).trim();
    assert.match(words, /(in a line|wins?|ways to finish: .+|on and wins? in \d+|draw.*)\.$/);
    assert.notDeepEqual(await tokens(page, start), tokensOf(start), "the line is on the board");
    for (let step = await steps.count(); step > 0; step -= 1) await page.keyboard.press("ArrowLeft");
    assert.deepEqual(await tokens(page, start), tokensOf(start), "the position before the line");
    await line.getByRole("button", { name: "Back to the game" }).click();

    await play(page, start, best);
    await turn(page);
    const now = await tokens(page, start);
    assert.notDeepEqual(now, tokensOf(start), "the good move stands");
  });

  own.visit(`${game}: the third hint names a move that keeps the win`, async ({ page, server }) => {
    const start = await positionFacts(server, game, middle);
    const values = await server.ask("values", { game, position: middle });
    await page.goto(level);
    for (let stage = 1; stage <= 3; stage += 1) {
      await askHint(page);
    }
    const words = page.getByRole("status").filter({ hasText: /Play \S+\./ });
    const [, named] = (await words.first().textContent()).match(/Play (\S+)\./);
    const kept = values.moves.filter((move) => move.value.kind === "win").map(({ move }) => move);
    assert.ok(kept.includes(named), `${named} is none of ${kept}`);
    const names = start.cellsOf(named);
    for (const name of names)
      await cell(page, name)
        .and(saying(page, /, hint/))
        .waitFor();
    assert.equal(await saying(page, /, hint/).count(), names.length, "no other cell");
  });
}

for (const row of games) {
  const { game, middle, foe = { id: "3", name: "Foresight 3" } } = row;
  own.visit(`${game}: a shared link reopens position, opponent and goal`, async (guest) => {
    const { page, server } = guest;
    const start = await positionFacts(server, game, middle);
    const goal = row.level ? { goal: "win" } : {};
    await page.goto(link({ game, position: middle, against: foe.id, ...goal }));
    await turn(page);
    await page.getByRole("button", { name: "Share" }).click();
    const shared = await page.getByRole("textbox", { name: "Link" }).inputValue();
    const other = await newGuest(own.browser, server);
    await other.page.goto(shared);
    await turn(other.page);
    assert.deepEqual(await tokens(other.page, start), tokensOf(start));
    await other.page.getByText(foe.name, { exact: true }).first().waitFor();
    const heading = (at) => at.getByRole("heading", { level: 1 }).textContent();
    assert.equal(await heading(other.page), await heading(page), "the same goal");
    assert.deepEqual(other.faults, []);
    await other.context.close();
  });
}
