// A calm page: nothing moves by itself, the board uses the window, and results come last.

import assert from "node:assert/strict";
import { board, cell, play, playAny, says, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { games, trained } from "./games.mjs";
import { house, phone, wide } from "./house.mjs";
import { miss, solve } from "./learner.mjs";
import { pages } from "./pages.mjs";

const { visit } = house();
/** The most that the content of a page may shift by itself (0.1 is called good). */
const MOST_SHIFT = 0.05;
/** Milliseconds in which late content would arrive. */
const LATE = 400;
const link = (query) => `/play?${new URLSearchParams(query)}`;
const at = (game) => (url) => decodeURIComponent(url.pathname) === `/games/${game}`;
const rowOf = (game) => games.find((row) => row.game === game);

/** Records layout shifts that no input caused, and every place and size that the board has had. */
function watch(page) {
  return page.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        const moved = sources.map(({ node }) => node?.className ?? node?.nodeName);
        if (!hadRecentInput) globalThis.shifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
    globalThis.places = new Set();
    const look = () => {
      const box = document.querySelector(".board:not(.vacant)")?.getBoundingClientRect();
      if (box)
        globalThis.places.add([box.left, box.top + scrollY, box.width, box.height].map(Math.round).join());
      requestAnimationFrame(look);
    };
    look();
  });
}

/** Checks that the content has not shifted; returns by how much it has. */
async function assertStill(page, what) {
  await page.waitForTimeout(LATE);
  const shifts = await page.evaluate(() => globalThis.shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  assert.ok(sum < MOST_SHIFT, `${what} shifts by ${sum}: ${JSON.stringify(shifts)}`);
  return sum;
}

visit("who wins is said first, and how often between beginners", async ({ page, server }) => {
  const { verdict, start } = await server.ask("games/connect3");
  await page.goto("/games/connect3");
  const answer = page.locator(".head .answer").filter({ hasText: /Between beginners/ });
  await answer.waitFor();
  const [, first, second] = (await answer.textContent()).match(/wins (\d+) %, \S+ (\d+) %\.$/);
  assert.ok(
    (await answer.textContent()).startsWith(
      `${verdict}. Between beginners (Foresight 1) ${start.sides[0]} wins`,
    ),
  );
  assert.ok(Number(first) + Number(second) <= 101);
});

for (const game of ["connect3", "ladders", "reversi:rows=4,cols=4"]) {
  for (const size of [wide, phone]) {
    visit(
      `${game}: no page shifts at ${size.width} px`,
      async ({ page, server }) => {
        await watch(page);
        const sums = [];
        for (const [name, open] of pages(rowOf(game))) {
          await open(page, server);
          sums.push([name, await assertStill(page, name)]);
        }
        console.log(sums.map(([name, sum]) => `${name} ${sum.toFixed(3)}`).join(", "));
      },
      { size, still: false },
    );
  }
}

for (const { game } of trained.filter(({ game }) =>
  ["tictactoe", "connect3", "ladders", "take"].includes(game),
)) {
  for (const size of [wide, phone]) {
    visit(
      `${game}: the board stays in its place while a level is missed and solved at ${size.width} px`,
      async ({ page, server }) => {
        await watch(page);
        const empty = await positionFacts(server, game);
        await page.goto(`/train?${new URLSearchParams({ game })}`);
        await turn(page);
        await miss(page, server, game, empty);
        await assertStill(page, "a miss");
        await solve(page, server, game, empty);
        await page.getByRole("button", { name: "Next level" }).waitFor();
        await assertStill(page, "a solved level");
        const places = await page.evaluate(() => [...globalThis.places]);
        assert.equal(places.length, 1, `the board has had several places: ${places.join(" ")}`);
      },
      { size, still: false },
    );
  }
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]) {
  visit(
    `the board uses the window at ${size.width}×${size.height}`,
    async ({ page }) => {
      for (const [index, { game, middle, trains }] of games.entries()) {
        const query = new URLSearchParams({ game });
        const places = [link({ game, position: middle, against: "human" })];
        // This page works out facts, of which a server does only a few at once.
        if (index === 0) places.push(`/games/${encodeURIComponent(game)}`);
        for (const path of [...places, ...(trains ? [`/train?${query}`] : []), `/analyse?${query}`]) {
          await page.goto(path);
          await board(page).waitFor();
          const { high, across } = await page.evaluate(() => {
            const box = document.querySelector(".board").getBoundingClientRect();
            const room = document.querySelector(".at-board").getBoundingClientRect();
            return { high: box.height / innerHeight, across: box.width / room.width };
          });
          const share = `${Math.round(100 * high)} % of the height, ${Math.round(100 * across)} % of the width`;
          assert.ok(high < 0.801, `${path}: ${share}`);
          assert.ok(high > 0.699 || across > 0.999, `${path}: ${share}`);
        }
      }
    },
    { size },
  );
}

visit("training shows the goal, the opponent, the verdict, two buttons and one More", async ({ page }) => {
  await page.addInitScript(
    () => localStorage.getItem("spar")?.includes("wishes") || localStorage.setItem("spar", '{"pause":0}'),
  );
  await page.goto("/train?game=connect3");
  await turn(page);
  const rail = page.locator(".place > :not(.at-board):not(.under)");
  const controls = rail.locator("a, button, select, input, summary").and(page.locator(":visible"));
  const words = await controls.evaluateAll((all) =>
    all.map((one) => one.labels?.[0]?.textContent ?? one.textContent),
  );
  assert.deepEqual(
    words.map((one) => one.trim()),
    ["Game", "Rules", "Hint", "Skip", "More"],
  );
});

visit(
  "a result is told once the last piece has arrived",
  async ({ page, server }) => {
    const won = [
      ["tictactoe", "xx./oo./...", "c3"],
      ["connect3", "start+a,b,a,b", "a"],
    ];
    for (const [game, position, best] of won) {
      const here = await positionFacts(server, game, position);
      await page.goto(link({ game, position: here.position, against: "perfect" }));
      await turn(page);
      await page.evaluate(() => {
        const arrives = () =>
          document
            .getAnimations()
            .some(
              ({ animationName, playState }) =>
                playState === "running" && ["fall", "arrive"].includes(animationName),
            );
        const status = document.querySelector(".verdict");
        globalThis.early = null;
        new MutationObserver(() => {
          if (/Won/.test(status.textContent)) globalThis.early ??= arrives();
        }).observe(status, { subtree: true, childList: true, characterData: true });
      });
      await play(page, here, best);
      await says(page, /Won/);
      assert.equal(await page.evaluate(() => globalThis.early), false, game);
    }
  },
  { still: false },
);

visit(
  "a piece grows from the middle of its cell",
  async ({ page }) => {
    await page.goto(link({ game: "tictactoe", against: "human" }));
    await turn(page);
    const found = await page.evaluate(
      () =>
        new Promise((done) => {
          const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
          const target = document.querySelector('.cell[data-name="b2"]');
          document.addEventListener("animationstart", (event) => {
            const grows = event.target.getAnimations()[0];
            grows.pause();
            grows.currentTime = 20;
            const box = event.target.getBoundingClientRect();
            done({
              of: middle(target.getBoundingClientRect()),
              at: middle(box),
              width: box.width,
              cell: target.clientWidth,
            });
          });
          target.click();
        }),
    );
    for (const axis of [0, 1])
      assert.ok(Math.abs(found.at[axis] - found.of[axis]) < 2, JSON.stringify(found));
    assert.ok(found.width < found.cell, "it is still growing");
  },
  { still: false },
);

visit("a tap leaves no colour on a cell", async ({ page }) => {
  await page.goto(link({ game: "tictactoe", against: "human" }));
  await turn(page);
  const rules = await page.evaluate(() => {
    const all = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const bare = all.filter(
      (rule) => rule.selectorText?.includes(".cell") && rule.selectorText.includes(":hover"),
    );
    const guarded = all.filter(
      (rule) => rule.conditionText === "(hover: hover)" && rule.cssText.includes(".cell"),
    );
    return { bare: bare.length, guarded: guarded.length };
  });
  assert.deepEqual(rules, { bare: 0, guarded: 1 });
});

visit("turning the board keeps the focus on its cell", async ({ page }) => {
  await page.goto(link({ game: "connect3", against: "human" }));
  await turn(page);
  await cell(page, "b1").focus();
  const focused = () => page.evaluate(() => document.activeElement.dataset.name);
  for (let times = 0; times < 2; times += 1) {
    await page.keyboard.press("f");
    assert.equal(await focused(), "b1");
  }
});

visit(
  "a finished game goes on: undo, a weaker opponent, and the keys of its review",
  async ({ page, server }) => {
    const here = await positionFacts(server, "tictactoe", "xx./oo./...");
    await page.goto(link({ game: "tictactoe", position: "xx./oo./...", against: "perfect" }));
    await turn(page);
    await play(page, here, "a1");
    await says(page, /Lost/);
    await page.getByRole("link", { name: "Weaker: Foresight 4" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await says(page, /Your move/);
    await play(page, here, "b1");
    await says(page, /Lost/);
    const main = page.locator(".acts .btn.main");
    assert.equal(await main.textContent(), "Review", "a lost game is looked at first");

    await main.click();
    await page.getByRole("slider").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "detached" });
    const caption = () => page.locator(".at-board .label").textContent();
    const before = await caption();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await caption(), before, "the line is stepped");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await caption(), before);
    await page.goBack();

    await page.getByRole("link", { name: "Weaker: Foresight 4" }).click();
    await page.waitForURL(/against=4/);
    await turn(page);
  },
);

visit("all games have a page of their own", async ({ page, server }) => {
  await page.goto("/you");
  await page.getByRole("navigation").getByRole("link", { name: "Games" }).click();
  await page.waitForURL("/games");
  const cards = page.getByRole("main").getByRole("listitem");
  await cards.first().waitFor();
  assert.equal(await cards.count(), (await server.ask("games")).length);
  assert.equal(await page.evaluate(() => scrollY), 0);
});

visit(
  "a typing slip in a switch is said next to it, and Back goes one switch back",
  async ({ page }) => {
    await page.goto("/games/tictactoe");
    const rows = page.getByRole("textbox", { name: "Rows" });
    await rows.fill("4");
    await rows.press("Enter");
    await page.waitForURL(at("tictactoe:rows=4"));
    await page.getByRole("link", { name: "Columns 4" }).click();
    await page.waitForURL(at("tictactoe:rows=4,cols=4"));
    await page.getByRole("heading", { name: /4×4/ }).waitFor();
    const address = page.url();
    await rows.fill("99");
    await rows.press("Enter");
    await page.getByRole("alert").waitFor();
    assert.equal(await rows.inputValue(), "99", "what was typed stays");
    assert.equal(await rows.getAttribute("aria-invalid"), "true");
    assert.equal(page.url(), address);
    await board(page).waitFor();
    await page.goBack();
    await page.waitForURL(at("tictactoe:rows=4"));
    await page.goBack();
    await page.waitForURL(at("tictactoe"));
  },
  { expected: [/status of 4\d\d/] },
);

visit(
  "the first move on a game's page is played on its board, and training goes on with it",
  async ({ page }) => {
    await page.goto("/games/bottom2");
    await board(page).waitFor();
    await playAny(page);
    await page.waitForURL(/\/play\/./);
    assert.equal(await turn(page), "yours");
    await page.getByRole("navigation").getByRole("link", { name: "Train" }).click();
    await page.waitForURL("/train");
    await turn(page);
    assert.equal(await page.getByRole("combobox", { name: "Game" }).inputValue(), "bottom2");
  },
);

visit("values stay on when the page is loaded again", async ({ page }) => {
  await page.goto(link({ game: "tictactoe", against: "random" }));
  await turn(page);
  await playAny(page);
  await turn(page);
  await page.getByRole("button", { name: "Values" }).click();
  await page.waitForURL(/values=1/);
  await page.reload();
  await page.getByRole("button", { name: "Values", pressed: true }).waitFor();
});
