// A learner who knows what each move is worth, since the server says so.

import assert from "node:assert/strict";
import { cell, says, tokens, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";

/** Reads the board as a person does: the cell of a best move, and of one that loses the outcome. */
async function choices(page, server, game, empty) {
  const stones = await tokens(page, empty);
  const answer = await page.request.post("/api/setup", { data: { game, tokens: stones } });
  const { position } = await answer.json();
  const values = await server.ask("values", { game, position });
  const here = await positionFacts(server, game, position);
  const keeps = ({ value }) => value.kind === values.value.kind;
  const best = values.moves.find((move) => keeps(move) && move.value.moves === values.value.moves);
  const slip = values.moves.find((move) => !keeps(move));
  return { best: here.cellOf(best.move), slip: slip && here.cellOf(slip.move) };
}

/** Plays best moves until the level is over. */
export async function solve(page, server, game, empty) {
  for (let moves = 0; (await turn(page)) === "yours"; moves += 1) {
    assert.ok(moves < 32, "a level ends");
    const { best } = await choices(page, server, game, empty);
    await cell(page, best).click();
  }
  await says(page, /Won|Drawn/);
}

/** Makes a move that loses the outcome, which is taken back. */
export async function miss(page, server, game, empty) {
  for (let moves = 0; ; moves += 1) {
    assert.ok(moves < 32, "some move of a level loses the outcome");
    await turn(page);
    const { best, slip } = await choices(page, server, game, empty);
    await cell(page, slip ?? best).click();
    if (slip) break;
  }
  await says(page, /Try again/);
  await turn(page);
}
