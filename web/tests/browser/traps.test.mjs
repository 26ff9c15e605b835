// The best move against an opponent that makes mistakes: a hint in free play, a line in the review.

import assert from "node:assert/strict";
import { play, tokens, tokensOf, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";
import { house } from "./house.mjs";

const { visit } = house();

/** All four moves draw. Over all plays, d wins 2 of 3 games against foresight 2, c 5 of 48. */
const game = "connect4:rows=4,cols=4";
const begun = "start+b,b";

const link = (position, against) => `/play?${new URLSearchParams({ game, position, against })}`;

visit(`${game}: in free play a hint names what does best against the opponent`, async ({ page, server }) => {
  const here = await positionFacts(server, game, begun);
  await page.goto(link(here.position, "2"));
  await turn(page);
  await page.getByRole("button", { name: "Best against Foresight 2" }).click();
  const said = page.getByRole("status").filter({ hasText: "Against foresight 2" });
  await said.waitFor();
  const words = "Against foresight 2, d does best: it wins 66.7 % and draws 33.3 %.";
  assert.ok((await said.textContent()).includes(words), await said.textContent());
  await page.getByRole("button", { name: "Hint", exact: true }).waitFor();
  const again = page.waitForResponse(/\/response$/);
  await page.keyboard.press("b");
  await again;

  await page.goto(link(here.position, "perfect"));
  await turn(page);
  await page.getByRole("button", { name: "Hint" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /^Best against/ }).count(), 0, "nothing beats it");
});

visit(`${game}: the review names the trap that was not set, and shows it`, async ({ page, server }) => {
  const here = await positionFacts(server, game, begun);
  const trapped = await positionFacts(server, game, `${begun},d`);
  await page.goto(link(here.position, "2"));
  await play(page, here, "c");
  await turn(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign" }).click();
  await page.getByRole("link", { name: "Review" }).click();
  const traps = page.getByRole("region", { name: "Against Foresight 2" });
  const words =
    "c also draws, but foresight 2 might have fallen for d: against it d wins 66.7 % and draws " +
    "33.3 %, c wins 10.4 % and draws 83.3 %.";
  await traps.getByText(words).waitFor();
  const shows = traps.getByRole("button", { name: "Show d on the board" });
  await shows.click();
  await page.getByText("Instead of move 1, c: d").waitFor();
  assert.deepEqual(await tokens(page, trapped), tokensOf(trapped), "the board shows d");
  await shows.click();
  await page.getByText("After move 1, c").waitFor();
});
