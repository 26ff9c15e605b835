// The first visit: how many clicks and bytes it takes until a person can play.

import assert from "node:assert/strict";
import { board, playAny, turn } from "./board.mjs";
import { house } from "./house.mjs";

const { visit } = house();
const LIMIT = 80_000;

/** Counts the transferred bytes of every response body, by address. */
async function weigh(page) {
  const sizes = new Map();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const names = new Map();
  session.on("Network.responseReceived", ({ requestId, response }) => names.set(requestId, response.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    sizes.set(names.get(requestId), encodedDataLength),
  );
  return sizes;
}

visit("from the first page to the first move by one click", async ({ page }) => {
  await page.goto("/");
  await playAny(page);
  await turn(page);
  const sessions = await page.request.get("/api/sessions");
  assert.equal((await sessions.json()).length, 1, "the move began a game");
});

for (const path of ["/", "/play?game=connect4&against=2", "/train?game=connect3"]) {
  const little = async ({ page }) => {
    const sizes = await weigh(page);
    await page.goto(path);
    await turn(page);
    await board(page).waitFor();
    const fetched = [...sizes].map(([url, bytes]) => `${bytes} ${new URL(url).pathname}`);
    const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    assert.ok(total > 5_000, `too little was counted: ${fetched}`);
    assert.ok(total < LIMIT, `${total} bytes: ${fetched.join(", ")}`);
    assert.doesNotMatch(fetched.join(), /chart|curve|uplot/i, "charts come later");
    console.log(`${path}: ${total} bytes (${fetched.join(", ")})`);
  };
  visit(`${path}: little is fetched until the board can be played`, little, { keeps: true });
}
