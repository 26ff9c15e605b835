// After a miss, its twin: the board differs in few cells, and the missed move is right there.

import assert from "node:assert/strict";
import { play, tokens, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { house } from "./house.mjs";
import { miss } from "./learner.mjs";

const { visit } = house();

for (const game of ["tictactoe", "connect3", "morris"]) {
  visit(`${game}: the twin of a miss, and the first again`, async ({ page, server }) => {
    const empty = await positionFacts(server, game);
    await page.goto(`/train?${new URLSearchParams({ game })}`);
    await turn(page);
    await miss(page, server, game, empty);
    const first = await tokens(page, empty);
    const answer = page.waitForResponse((response) => response.url().endsWith("/twin"));
    await page.getByRole("button", { name: "See the twin" }).click();
    const view = await (await answer).json();
    assert.ok(view.twin, view.words);
    const back = page.getByRole("button", { name: "Back to the first: what is the difference?" });
    await back.waitFor();
    const twin = await tokens(page, empty);
    const differ = first.flatMap((token, cell) => (token === twin[cell] ? [] : [cell]));
    assert.deepEqual(differ, view.cells);
    await page.getByText(view.words).waitFor();
    await page.getByText("A twin is not rated.").waitFor();

    const here = await positionFacts(server, game, view.twin.begin.position);
    const begun = page.waitForResponse((response) => response.url().endsWith("/api/sessions"));
    await play(page, here, view.move);
    const { verdict } = await (await begun).json();
    assert.equal(verdict.kind, "best", "the missed move is right here");
    await turn(page);

    await back.click();
    await page.getByText(view.difference).waitFor();
    assert.deepEqual(await tokens(page, empty), first);
  });
}
