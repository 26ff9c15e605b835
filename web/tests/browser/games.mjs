// The one table of games: each row is played by every test, so that a new game is one
// more row. Only positions are typed here; which moves win and what stands where is
// asked of the server.

/**
 * @typedef {object} Row
 * @property {boolean} [rolls] whether dice roll
 * @property {string} [second] an opponent to move second against, if foresight 1 cannot play it
 * @property {{id: string, name: string}} [foe] one that a link names, if foresight 3 cannot play it
 * @property {string} game its name
 * @property {string} middle a position in mid-game: to analyse, to link to
 * @property {boolean} level whether the side to move wins from `middle`, by some moves
 *   and not by others, within the server's budget
 * @property {boolean} trains whether the server has levels of it to train with
 */

/** @type {Row[]} */
export const games = [
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
    // A slip costs chances and is not taken back: `track.test.mjs` has what that means.
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

/** The rows whose `middle` is a level. */
export const levels = games.filter((row) => row.level);

/** The rows that one can train with. */
export const trained = games.filter((row) => row.trains);
