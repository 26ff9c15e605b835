// Every page and its main states, for one game: the checks and the screenshots visit them.

import { board, play as makeMove, playOut, saying, says, turn } from "./board.mjs";
import { levelFacts, positionFacts } from "./facts.mjs";
import { miss } from "./learner.mjs";

/** Addresses that do not exist. */
export const lost = {
  nowhere: "/nowhere/at/all",
  "no-game": "/games/chequers",
  "no-session": "/play/AAAAAAAAAAAAAAAAAAAAAA",
  "no-review": "/review/AAAAAAAAAAAAAAAAAAAAAA",
};

/**
 * Names, and functions that open the page and wait until it is complete.
 * @param {import("./games.mjs").Row} row
 * @returns {[string, (page: import("playwright-core").Page, server: object) => Promise<void>][]}
 */
export function pages({ game, middle, level, trains, rolls }) {
  const query = (more) => new URLSearchParams({ game, ...more });
  const start = `/play?${query({ position: middle, against: "perfect", ...(level ? { goal: "win" } : {}) })}`;
  const play = async (page) => {
    await page.goto(start);
    await turn(page);
  };
  const you = async (page) => {
    await page.goto("/you");
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  /** @type {ReturnType<typeof pages>} */
  const all = [
    [
      "home",
      async (page) => {
        await page.goto("/");
        await turn(page);
      },
    ],
    [
      "games",
      async (page) => {
        await page.goto("/games");
        await page.getByRole("listitem").nth(5).waitFor();
      },
    ],
    [
      "game",
      async (page) => {
        await page.goto(`/games/${encodeURIComponent(game)}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.getByRole("heading", { name: /rules/i }).first().waitFor();
      },
    ],
    ["play", play],
    [
      "play-values",
      async (page) => {
        await play(page);
        const answered = page.waitForResponse(/\/values/);
        await page.getByRole("button", { name: "Values" }).click();
        await answered;
        if (level)
          await saying(page, /win in/)
            .first()
            .waitFor();
      },
    ],
    [
      "analyse",
      async (page) => {
        await page.goto(`/analyse?${query({ position: middle })}`);
        await board(page).waitFor();
        if (level)
          await page
            .getByText(/win in/)
            .first()
            .waitFor();
      },
    ],
    ["you", you],
    [
      "move",
      async (page) => {
        await page.goto(`/move/${"a".repeat(43)}`);
        await page.getByRole("button", { name: "Yes, this is me" }).waitFor();
      },
    ],
  ];
  const hint = async (page) => {
    await play(page);
    const answered = page.waitForResponse(/\/hint$/);
    await page.getByRole("button", { name: /^Hint/ }).click();
    await answered;
  };
  const slip = async (page, server) => {
    const facts = await levelFacts(server, { game, middle });
    const here = await positionFacts(server, game, middle);
    await play(page);
    await makeMove(page, here, facts.slip);
    await says(page, /Try again/);
    await turn(page);
  };
  const over = async (page) => {
    await page.goto(`/play?${query({ position: middle, against: "perfect" })}`);
    await playOut(page, (place) => place.click());
  };
  const review = async (page) => {
    await over(page);
    await page.getByRole("link", { name: "Review" }).click();
    await page.getByRole("slider").waitFor();
    // The switch stays on from page to page, but there are no values at the end of a game.
    const values = page.getByRole("button", { name: "Values", pressed: true });
    if ((await values.isVisible()) && (await page.getByText(/^Before /).isVisible()))
      await page.getByRole("grid", { name: /values shown/ }).waitFor();
  };
  const train = async (page) => {
    await page.goto(`/train?${query({})}`);
    await turn(page);
  };
  const trainMissed = async (page, server) => {
    const empty = await positionFacts(server, game);
    await train(page);
    await miss(page, server, game, empty);
    await page.getByText("Your rating", { exact: true }).first().waitFor();
  };
  if (rolls) {
    all.push(["hint", hint], ["over", over], ["review", review]);
    if (trains) all.push(["train", train], ["train-missed", trainMissed]);
  }
  if (!level) return all;
  all.push(["hint", hint], ["slip", slip], ["over", over], ["review", review]);
  if (trains) all.push(["train", train], ["train-missed", trainMissed], ["you-rated", you]);
  return all;
}
