// Without the server: cached pages can be read, no action is sent later without notice, and the
// cache belongs to one person only.

import assert from "node:assert/strict";
import { board, cell, playAny, playOut, says, tokens, tokensOf, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { healthy, house } from "./house.mjs";
import { keeps } from "./kept.mjs";

const own = house();
const expected = [/ERR_CONNECTION_REFUSED/, /ERR_CONNECTION_RESET/, /ERR_EMPTY_RESPONSE/, /ERR_FAILED/];
const options = { keeps: true, expected };
const OFFLINE = "You are offline. You can read and review; new levels need the server.";
const LATE = /had moved on/;
const banner = (page) => page.getByRole("status").getByText(OFFLINE);

/** The cached addresses with the person's own data. */
const keptOwn = (page) =>
  page.evaluate(async () => {
    const kept = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
    return kept.filter((path) => path.startsWith("/api/") && !path.startsWith("/api/games"));
  });

/** Plays a whole game of Tic-Tac-Toe; returns its id in addresses. */
async function wholeGame(page) {
  await page.goto("/play?game=tictactoe&against=random");
  await playOut(page, (place) => place.click());
  return page.url().split("/").at(-1);
}

own.visit(
  "with the server stopped, games, rules and reviews are read, and moves refused in words",
  async ({ page, server }) => {
    const start = await positionFacts(server, "tictactoe");
    const ended = await wholeGame(page);
    await page.goto("/play?game=tictactoe&against=random");
    await playAny(page);
    await turn(page);
    const open = page.url().split("/").at(-1);
    const before = await tokens(page, start);
    await keeps(page, [
      ...["home", "me", "sessions", "games", "games/connect4"].map((path) => `/api/${path}`),
      ...[ended, `${ended}/review`, open].map((path) => `/api/sessions/${path}`),
    ]);
    await server.kill();

    await page.reload();
    await banner(page).waitFor();
    assert.deepEqual(await tokens(page, start), before, "the game as it stood");
    await playAny(page);
    await says(page, /This move was not made/);
    assert.deepEqual(await tokens(page, start), before, "the board stays as it was");

    await page.goto("/");
    await page.getByRole("link", { name: /^Continue / }).waitFor();
    await page.getByRole("link", { name: "CONNECT-4", exact: true }).click();
    await page.getByRole("region", { name: "Rules" }).getByRole("listitem").first().waitFor();
    await page.goto("/you");
    await page.getByRole("link", { name: /^Review Tic-Tac-Toe/ }).click();
    await page.getByRole("slider").waitFor();
    await board(page).waitFor();
    await healthy(page);
    await page.goto("/train");
    await page.getByRole("alert").getByText("The server does not answer").waitFor();

    await server.start();
    await turn(page);
    await banner(page).waitFor({ state: "detached" });
    await page.goto(`/play/${open}`);
    await turn(page);
    assert.deepEqual(await tokens(page, start), before, "nothing was done meanwhile");
    await server.kill();
    await playAny(page);
    await says(page, /This move was not made/);
    await banner(page).waitFor();
    assert.deepEqual(await tokens(page, start), before);
    await server.start();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await banner(page).waitFor({ state: "detached" });
    await playOut(page, (place) => place.click());
  },
  options,
);

own.visit(
  "what is kept goes when the person does, and all of it by a wish",
  async ({ page, context }) => {
    const first = await wholeGame(page);
    await keeps(page, [`/api/sessions/${first}/review`]);
    // Another person in the same browser, without being forgotten first.
    await context.clearCookies();
    const second = await wholeGame(page);
    await keeps(page, [`/api/sessions/${second}/review`]);
    const kept = await keptOwn(page);
    assert.ok(!kept.some((path) => path.includes(first)), `${kept}`);

    await page.goto("/you");
    await page.getByRole("button", { name: "Forget me here" }).click();
    await page.getByRole("button", { name: "Yes, forget me here" }).click();
    await page.getByRole("status").getByText("You are forgotten here").waitFor();
    const left = await page.evaluate(async () => ({
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      stored: localStorage.length,
    }));
    assert.deepEqual(left, { caches: [], workers: 0, stored: 0 });
    assert.deepEqual(await context.cookies(), []);
    const answer = await page.request.get(`/api/sessions/${second}`);
    assert.equal(answer.status(), 404, "nobody's here any more");
  },
  options,
);

own.visit(
  "forgotten here without the server, as far as that goes",
  async ({ page, server }) => {
    const game = await wholeGame(page);
    await keeps(page, [`/api/sessions/${game}/review`]);
    await page.goto("/you");
    await page.getByRole("link", { name: /^Review/ }).waitFor();
    await server.kill();
    await page.getByRole("button", { name: "Forget me here" }).click();
    await page.getByRole("button", { name: "Yes, forget me here" }).click();
    await says(page, /still knows this device/);
    assert.deepEqual(await keptOwn(page), []);
    await server.start();
  },
  options,
);

own.visit(
  "two tabs on one game lose and double no move",
  async ({ page, context, server }) => {
    const start = await positionFacts(server, "tictactoe");
    await page.goto("/play?game=tictactoe&against=human");
    await cell(page, "a1").click();
    await page.waitForURL(/\/play\/./);
    await turn(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await turn(other);

    // One after the other: the late tab gets a message, and shows the current game.
    await cell(other, "b1").click();
    await turn(other);
    await cell(page, "c1").click();
    await says(page, LATE);
    assert.deepEqual(await tokens(page, start), await tokens(other, start));
    await cell(page, "c1").click();
    await turn(page);
    await cell(other, "c2").click();
    await says(other, LATE);
    assert.deepEqual(await tokens(other, start), await tokens(page, start));

    // At the same time: one move is made, and the other tab gets a message.
    await Promise.all([cell(page, "a3").click(), cell(other, "c3").click()]);
    await Promise.any([says(page, LATE), says(other, LATE)]);
    await Promise.all([turn(page), turn(other)]);
    const session = await (await page.request.get(page.url().replace("/play/", "/api/sessions/"))).json();
    assert.equal(session.moves.length, 4, "one of two moves at once");
    const stands = tokensOf(session.now);
    for (const at of [page, other]) assert.deepEqual(await tokens(at, start), stands);
  },
  { expected: [/status of 409/] },
);
