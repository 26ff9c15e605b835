// How a person uses the board: by mouse or by keyboard, using only names and texts.

import assert from "node:assert/strict";

/** The board of the game. */
export const board = (page) => page.getByRole("grid", { name: /^Board/ });

/** The button of a cell, by the cell's name. */
export function cell(page, name) {
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return board(page).getByRole("button", { name: new RegExp(`(^|, |^square )${plain}(, |$)`) });
}

/** The buttons of moves without cells, when playing and in the analysis. */
const choices = (page) => page.getByRole("group", { name: /^(Your|The) choice$/ }).getByRole("button");

/** Cells and buttons with this text, such as the value of a move. */
export const saying = (page, words) =>
  board(page)
    .getByRole("button")
    .or(choices(page))
    .and(page.getByRole("button", { name: words }));

/** The first control for a move: a cell, or its own button. */
export function choice(page, here, move) {
  const [name] = here.cellsOf(move);
  return name ? cell(page, name) : choices(page).and(page.locator(`[data-move="${move}"]`));
}

/** Makes a move: clicks each of its cells in order, or its button. */
export async function play(page, here, move) {
  const names = here.cellsOf(move);
  if (names.length === 0) await choice(page, here, move).click();
  for (const name of names) await cell(page, name).click();
}

/** Waits until the board shows the value of a move on its cell, after its first cells are picked. */
export async function isValued(page, here, move, words) {
  const names = here.cellsOf(move);
  const early = names.slice(0, -1);
  for (const name of early) await cell(page, name).click();
  const place = names.length > 0 ? cell(page, names.at(-1)) : choice(page, here, move);
  await place.and(page.getByRole("button", { name: words })).waitFor();
  // A second click on a picked cell unpicks it.
  if (early.length > 0) await cell(page, early.at(-1)).click();
}

/** What a person can press next to make a move. */
const next = (page) => board(page).locator("[data-open]").or(choices(page));

/** Makes any move: always presses the first control, until the move is complete. */
export async function playAny(page) {
  await next(page).first().click();
  while ((await board(page).locator('[aria-pressed="true"]').count()) > 0) await next(page).first().click();
}

/** Cells and buttons that can be used to move now. */
export const playable = (page) =>
  board(page).getByRole("button").or(choices(page)).and(page.locator(':not([aria-disabled="true"])'));

/** The message about the position. */
export const word = (page) => page.getByRole("status");

/** Waits until the page shows a message. */
export async function says(page, pattern) {
  await word(page).filter({ hasText: pattern }).first().waitFor();
}

/** Waits until the person may move or the game is over; returns which. */
export async function turn(page) {
  const over = page.getByRole("link", { name: "Review" });
  await playable(page).first().or(over).first().waitFor();
  return (await over.isVisible()) ? "over" : "yours";
}

/** Plays to the end with the first cell that can be played; choices with buttons alternate. */
export async function playOut(page, choose) {
  for (let moves = 0; (await turn(page)) === "yours"; moves += 1) {
    assert.ok(moves < 400, "a game ends");
    const named = await choices(page).count();
    await choose(next(page).nth(named > 0 ? moves % named : 0));
  }
}

/** The content of the board: the text of each cell, in the order of the scene. */
export async function tokens(page, { scene }) {
  const found = [];
  for (const { name, shape } of scene.cells) {
    const label = await cell(page, name).getAttribute("aria-label");
    const said = label.split(", ");
    const [content, more = ""] = said.slice(said.indexOf(name) + 1);
    const pawns = said.find((part) => / here$/.test(part))?.replace(/ (is|are) here$/, "");
    if (shape === "tile") found.push(pawns ?? "empty");
    else if (shape === "node") found.push("node");
    else found.push(more.endsWith(" disc") ? `${content}, ${more}` : content);
  }
  return found;
}

/** A token in words, as the page should describe it. */
export function tokenWords({ side, kind, count }, sides) {
  if (!side) return count > 1 ? `${count} ${kind}s` : kind;
  const name = sides[side === "first" ? 0 : 1];
  const many = count > 1 ? `${count} ` : "";
  if (["cross", "ring", "pawn", name.toLowerCase()].includes(kind)) return many + name;
  if (kind === "disc") return `${many}${name}, ${side === "first" ? "full" : "hollow"} disc`;
  return `${many}${name} ${kind}`;
}

/** The content of the cells in a position from the server, in the same words. */
export const tokensOf = ({ scene, sides }) =>
  scene.cells.map(({ shape, tokens }) =>
    shape === "node" ? "node" : tokens.map((token) => tokenWords(token, sides)).join(" and ") || "empty",
  );

/** Presses Tab until the wanted element has focus. */
export async function tabTo(page, wanted) {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("the tab key does not lead there");
}

/**
 * Moves the focus by keyboard from cell to cell, until the cell with this label has it: up or
 * down, then sideways. When it reaches a cell again, it tries another key there, because on a
 * board that is not a grid a key may skip the target.
 */
export async function goTo(page, label) {
  const tried = {};
  for (let steps = 0; steps < 400; steps += 1) {
    const { here, keys } = await page.evaluate((wanted) => {
      const grid = document.activeElement?.closest('[role="grid"]');
      if (!grid) return { here: "", keys: ["Tab"] };
      const buttons = [...grid.querySelectorAll("button")];
      const target = buttons.find((button) => button.ariaLabel === wanted);
      const here = document.activeElement.ariaLabel;
      if (document.activeElement === target) return { here, keys: [] };
      const from = document.activeElement.getBoundingClientRect();
      const to = target.getBoundingClientRect();
      const vertical = to.top >= from.top ? ["ArrowDown", "ArrowUp"] : ["ArrowUp", "ArrowDown"];
      const sideways = to.left >= from.left ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
      const isLevel = Math.abs(to.top - from.top) <= 4;
      const [first, second] = isLevel ? [sideways, vertical] : [vertical, sideways];
      return { here, keys: [first[0], second[0], second[1], first[1]] };
    }, label);
    if (keys.length === 0) return;
    const presses = (key) => tried[`${here} ${key}`] ?? 0;
    const key = keys.reduce((best, other) => (presses(other) < presses(best) ? other : best));
    tried[`${here} ${key}`] = presses(key) + 1;
    await page.keyboard.press(key);
  }
  assert.fail(`keys do not reach ${label}`);
}

/** Where each arrow key leads from each cell: the cell, the direction, and the cell that gets focus. */
export function arrowSteps(page) {
  return board(page).evaluate((grid) => {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const steps = [];
    for (const button of grid.querySelectorAll("button")) {
      for (const [key, way] of Object.entries(ways)) {
        button.focus();
        button.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const to = Number(document.activeElement.dataset.cell);
        steps.push({ from: Number(button.dataset.cell), way, to });
      }
    }
    return steps;
  });
}
