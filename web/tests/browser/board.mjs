// How a person uses the board: by mouse or by keys, knowing names and words only.

import assert from "node:assert/strict";

/** The board that is played on. */
export const board = (page) => page.getByRole("grid", { name: /^Board/ });

/** The button of a cell, by the cell's name. */
export function cell(page, name) {
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return board(page).getByRole("button", { name: new RegExp(`(^|, |^square )${plain}(, |$)`) });
}

/** The buttons of moves that no cell chooses. */
const choices = (page) => page.getByRole("group", { name: "Your choice" }).getByRole("button");

/** What chooses a move: a cell, or a button of its own. */
export function choice(page, here, move) {
  const name = here.cellOf(move);
  return name ? cell(page, name) : choices(page).and(page.locator(`[data-move="${move}"]`));
}

/** Cells and buttons by which one can move now. */
export const playable = (page) =>
  board(page).getByRole("button").or(choices(page)).and(page.locator(':not([aria-disabled="true"])'));

/** The word on the position. */
export const word = (page) => page.getByRole("status");

/** Waits until the page says something. */
export async function says(page, pattern) {
  await word(page).filter({ hasText: pattern }).first().waitFor();
}

/** Waits until the person may move, or the game is over; tells which. */
export async function turn(page) {
  const over = page.getByRole("link", { name: "Review" });
  await playable(page).first().or(over).first().waitFor();
  return (await over.isVisible()) ? "over" : "yours";
}

/** Plays to the end, each time the first cell that can be played; named choices by turns. */
export async function playOut(page, choose) {
  for (let moves = 0; (await turn(page)) === "yours"; moves += 1) {
    assert.ok(moves < 64, "a game ends");
    const named = await choices(page).count();
    await choose(playable(page).nth(named > 0 ? moves % named : 0));
  }
}

/** What stands on the board: the words on each cell, in the order of the scene. */
export async function tokens(page, { scene, sides }) {
  const [first, second] = sides;
  const words = {
    [first]: "cross",
    [second]: "ring",
    [`${first} is here`]: "cross",
    [`${second} is here`]: "ring",
    [`${first} and ${second} are here`]: "both",
  };
  const found = [];
  for (const { name } of scene.cells) {
    const label = await cell(page, name).getAttribute("aria-label");
    const said = label.split(", ");
    const pawns = said.find((part) => / here$/.test(part));
    found.push(words[pawns ?? said[said.indexOf(name) + 1]] ?? null);
  }
  return found;
}

/** What stands on the cells of a position that the server tells of. */
export const tokensOf = ({ scene }) => scene.cells.map((cell) => cell.token);

/** Presses Tab until the focus stands on what is wanted. */
export async function tabTo(page, wanted) {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("the tab key does not lead there");
}

/** Moves the focus by keys alone from cell to cell, until it stands on that label. */
export async function goTo(page, label) {
  for (let steps = 0; steps < 40; steps += 1) {
    const key = await page.evaluate((wanted) => {
      const grid = document.activeElement?.closest('[role="grid"]');
      if (!grid) return "Tab";
      const buttons = [...grid.querySelectorAll("button")];
      const target = buttons.find((button) => button.ariaLabel === wanted);
      const from = document.activeElement.getBoundingClientRect();
      const to = target.getBoundingClientRect();
      if (to.left - from.left > 4) return "ArrowRight";
      if (from.left - to.left > 4) return "ArrowLeft";
      if (to.top - from.top > 4) return "ArrowDown";
      if (from.top - to.top > 4) return "ArrowUp";
      return null;
    }, label);
    if (!key) return;
    await page.keyboard.press(key);
  }
  assert.fail(`keys do not reach ${label}`);
}
