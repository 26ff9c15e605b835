// A person: their name, a link to another device that works once, and being forgotten.

import assert from "node:assert/strict";
import { playAny, turn } from "./board.mjs";
import { house, newGuest } from "./house.mjs";

const own = house();
const gone = { expected: [/status of 410/] };

own.visit("the device link works once", async ({ page, server }) => {
  await page.goto("/play?game=tictactoe&against=random");
  await playAny(page);
  await turn(page);
  await page.goto("/you");
  await page.getByRole("textbox", { name: "Name" }).fill("Ada <b>O'Hara</b>");
  await page.keyboard.press("Enter");
  await page.getByRole("banner").getByText("Ada <b>O'Hara</b>").waitFor();
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.getByRole("textbox", { name: /^Link/ }).inputValue();
  assert.match(link, /\/move\/[\w-]{20,}$/);

  const other = await newGuest(own.browser, server);
  await other.page.goto(link);
  await other.page.getByRole("button", { name: "Yes, this is me" }).click();
  await other.page.getByRole("banner").getByText("Ada <b>O'Hara</b>").waitFor();
  await other.page.goto("/");
  await other.page
    .getByRole("link", { name: /Continue/ })
    .first()
    .waitFor();
  assert.deepEqual(other.faults, []);
  await other.context.close();

  const third = await newGuest(own.browser, server, gone);
  await third.page.goto(link);
  await third.page.getByRole("button", { name: "Yes, this is me" }).click();
  await third.page
    .getByText(/once|used|no longer/i)
    .first()
    .waitFor();
  const me = await (await third.page.request.get("/api/me")).json();
  assert.equal(me.known, false);
  assert.deepEqual(third.faults, []);
  await third.context.close();
});

own.visit("a person is forgotten with all their games", async ({ page }) => {
  await page.goto("/play?game=tictactoe&against=random");
  await playAny(page);
  await turn(page);
  const address = page.url();
  await page.goto("/you");
  await page.getByRole("button", { name: "Forget me", exact: true }).click();
  await page.getByRole("button", { name: "Delete it all" }).click();
  await page.getByRole("status").getByText("You are forgotten").waitFor();
  assert.equal((await (await page.request.get("/api/me")).json()).known, false);
  const session = await page.request.get(address.replace("/play/", "/api/sessions/"));
  assert.equal(session.status(), 404);
});
