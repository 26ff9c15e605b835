// The table of games: every test plays each row. Only positions are written here; the server
// says which moves win and which tokens are where. A game without a row is played from one of
// its own levels.

import { readFileSync } from "node:fs";

/**
 * @typedef {object} Row
 * @property {boolean} [rolls] whether the game has dice
 * @property {string} [second] an opponent to move second against, if foresight 1 cannot play it
 * @property {{id: string, name: string}} [foe] the opponent in a link, if foresight 3 cannot play it
 * @property {string} game its name
 * @property {string} middle a position in mid-game, to analyse and to link to
 * @property {boolean} level whether the side to move wins from `middle`, by some moves
 *   and not by others, within the server's budget
 * @property {boolean} trains whether the server has levels of it to train with
 */

/** @type {Row[]} */
const rows = [
  { game: "tictactoe", middle: ".../o../.x.", level: true, trains: true },
  {
    game: "tictactoe:rows=4,cols=4,connect=4",
    middle: ".oo./x.ox/x.x./.oox",
    level: true,
    trains: false,
  },
  { game: "bottom2", middle: ".../o../..x", level: true, trains: true },
  { game: "connect3", middle: "..../..../o..o/xxox", level: true, trains: true },
  {
    game: "connect4:rows=5,cols=5",
    middle: ".x.ox/.o.ox/.x.xo/.ooxx/oooxx",
    level: true,
    trains: true,
  },
  {
    game: "connect4",
    middle: "x....o./o.x..xo/oooxoxx/oxxxoxx/xoooxox/ooxoxxo",
    level: true,
    trains: true,
  },
  {
    game: "qubic",
    middle: "x..o/..../..../....//..../.x../..../....//..../..../..o./....//..../..../..../....",
    level: false,
    trains: true,
  },
  {
    game: "ladders",
    middle: "9-12-first",
    // A slip costs chances and is not taken back; `track.test.mjs` tests this.
    level: false,
    trains: true,
    rolls: true,
    second: "novice",
    foe: { id: "fastest", name: "Fastest" },
  },
  {
    game: "reversi:rows=4,cols=4",
    middle: ".www/wwbb/bwb./.bw.-black",
    level: true,
    trains: true,
  },
  { game: "take", middle: "10-first", level: true, trains: true },
  { game: "sim", middle: ".r.bb/rb.b/brr/r./.", level: true, trains: true },
  {
    game: "wolf:size=6",
    middle: "....../..w.../...s../..s.../....../....s.-wolf",
    level: true,
    trains: true,
  },
  { game: "morris", middle: "b../.wb/wbw-black", level: true, trains: true },
];

/**
 * A row for each game that has levels but no row: its first level that takes several moves, else
 * its first level.
 * @returns {Row[]}
 */
function unnamed() {
  const file = new URL("../../../crates/catalog/levels/levels.jsonl", import.meta.url);
  const base = (game) => game.split(":")[0];
  const named = new Set(rows.map((row) => base(row.game)));
  const levels = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const found = new Map();
  for (const { game, position, wins_in } of levels.filter((it) => !named.has(base(it.game)))) {
    if (!found.has(base(game)) || (wins_in > 1 && found.get(base(game)).is_short)) {
      const row = { game, middle: position, level: true, trains: true };
      found.set(base(game), { row, is_short: wins_in === 1 });
    }
  }
  return [...found.values()].map((it) => it.row);
}

/** @type {Row[]} */
export const games = [...rows, ...unnamed()];

/** The rows whose `middle` is a level. */
export const levels = games.filter((row) => row.level);

/** The rows of games that have levels to train with. */
export const trained = games.filter((row) => row.trains);
