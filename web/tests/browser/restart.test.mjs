// The server is killed in mid-game and restarted: the game continues.

import assert from "node:assert/strict";
import { playAny, playOut, says, tokens, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { games } from "./games.mjs";
import { house } from "./house.mjs";

const own = house();
const expected = [/ERR_CONNECTION_REFUSED/, /ERR_CONNECTION_RESET/, /ERR_EMPTY_RESPONSE/];

for (const { game } of games) {
  own.visit(
    `${game}: the server killed and started again in mid-game`,
    async ({ page, server }) => {
      const start = await positionFacts(server, game);
      await page.goto(`/play?${new URLSearchParams({ game, against: "random" })}`);
      await playAny(page);
      assert.equal(await turn(page), "yours");
      const before = await tokens(page, start);
      await server.kill();
      await server.start();
      await page.reload();
      assert.equal(await turn(page), "yours");
      assert.deepEqual(await tokens(page, start), before, "nothing is lost");
      await playOut(page, (cell) => cell.click());
      await says(page, /Won|Lost|Drawn/);
    },
    { expected },
  );
}
