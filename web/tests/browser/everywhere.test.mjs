// Every page on a desktop and on a phone, in light and in dark: axe finds nothing,
// nothing scrolls sideways, and on a phone every target is large enough for a finger.

import assert from "node:assert/strict";
import { games } from "./games.mjs";
import { healthy, house, phone, wide } from "./house.mjs";
import { lost, pages } from "./pages.mjs";

const { visit } = house();
const FINGER = 44;

/** Targets that are too small for a finger, except links within a sentence. */
function smallTargets(page) {
  return page.evaluate((least) => {
    const inText = (element) => element.matches("p a, li a, td a, dd a") && element.tagName === "A";
    const box = (element) => (element.closest("label") ?? element).getBoundingClientRect();
    return [...document.querySelectorAll("a, button, input, select, summary, textarea")]
      .filter((element) => element.checkVisibility() && !inText(element) && !element.matches(".skip"))
      .filter((element) => box(element).width + 0.5 < least || box(element).height + 0.5 < least)
      .map((element) => `${element.outerHTML.slice(0, 120)} ${box(element).width}×${box(element).height}`);
  }, FINGER);
}

// Each game in one look, so that every look is checked.
const looks = [
  { size: wide, dark: false },
  { size: phone, dark: true },
  { size: wide, dark: true },
  { size: phone, dark: false },
];
assert.ok(games.length >= looks.length);

// Pages that are the same for every game are checked once in each look.
const GAMELESS = ["home", "games", "you", "you-rated", "move"];

games.forEach((row, index) => {
  const look = looks[index % looks.length];
  visit(
    `${row.game}: every page at ${look.size.width} px, ${look.dark ? "dark" : "light"}`,
    async ({ page, server }) => {
      for (const [name, open] of pages(row)) {
        if (index >= looks.length && GAMELESS.includes(name)) continue;
        await open(page, server);
        await healthy(page);
        if (look.size === phone) assert.deepEqual(await smallTargets(page), [], `small targets: ${name}`);
      }
    },
    look,
  );
});

for (const [name, address] of Object.entries(lost)) {
  visit(
    `${name}: an address that leads to nothing says so`,
    async ({ page }) => {
      const answer = await page.goto(address);
      assert.equal(answer.status(), name === "nowhere" ? 404 : 200);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page
        .getByRole("link", { name: /home|first page|games/i })
        .first()
        .waitFor();
      if (name !== "nowhere") await page.getByRole("alert").first().waitFor();
    },
    { expected: [/status of 404/], size: phone },
  );
}
