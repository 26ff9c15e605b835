// A learner that gets the value of each move from the server.

import assert from "node:assert/strict";
import { play, says, tokens, tokenWords, turn } from "./board.mjs";
import { positionFacts } from "./facts.mjs";

/** A choice that costs more points of winning chance than this is a slip. */
const SLIP = 5;

/** Whether the scene is a track. */
const isTrack = ({ scene }) => scene.cells[0].shape === "tile";

/** The text of the position on the page, with the person to move. */
async function position(page, server, game, empty) {
  const { supply } = await server.ask(`games/${encodeURIComponent(game)}`);
  const read = (words) =>
    words.split(" and ").flatMap((one) => {
      const count = Number.parseInt(one, 10) || 1;
      const all = supply.map(({ token }) => ({ ...token, count }));
      return all.find((token) => tokenWords(token, empty.sides) === one) ?? [];
    });
  const found = await tokens(page, empty);
  const goal = await page.getByRole("heading", { level: 1 }).textContent();
  const side = goal.includes(`You are ${empty.sides[0]}`) ? "first" : "second";
  const data = { game, tokens: found.map(read), turn: side };
  const answer = await (await page.request.post("/api/setup", { data })).json();
  return answer.position.position;
}

/** Reads the board like a person. Returns how to make a best move, and one that loses the outcome. */
async function choices(page, server, game, empty) {
  const text = await position(page, server, game, empty);
  const values = await server.ask("values", { game, position: text });
  const here = await positionFacts(server, game, text);
  const by = (move) => move && (() => play(page, here, move.move));
  if (isTrack(empty)) {
    const chance = ({ value }) => value.chance.value;
    const best = values.moves.reduce((one, other) => (chance(other) > chance(one) ? other : one));
    const slip = values.moves.find((move) => 100 * (chance(best) - chance(move)) > SLIP + 0.01);
    return { best: by(best), slip: by(slip) };
  }
  const keeps = ({ value }) => value.kind === values.value.kind;
  const best = values.moves.find((move) => keeps(move) && move.value.moves === values.value.moves);
  return { best: by(best), slip: by(values.moves.find((move) => !keeps(move))) };
}

/** Plays best moves until the level is over. */
export async function solve(page, server, game, empty) {
  for (let moves = 0; (await turn(page)) === "yours"; moves += 1) {
    assert.ok(moves < 32, "a level ends");
    const { best } = await choices(page, server, game, empty);
    await best();
  }
  // The result of a race also depends on the dice; what counts is that there was no slip.
  await says(page, isTrack(empty) ? /Won|Lost/ : /Won|Drawn/);
}

/** Makes a move that loses the outcome and is taken back, or one that costs chances and is not. */
export async function miss(page, server, game, empty) {
  for (let moves = 0; ; moves += 1) {
    assert.ok(moves < 32, "some move of a level loses the outcome");
    await turn(page);
    const { best, slip } = await choices(page, server, game, empty);
    await (slip ?? best)();
    if (slip) break;
  }
  await says(page, isTrack(empty) ? /cost you \d+ points/ : /Try again/);
  await turn(page);
}
