// What the tests must know about a game, fetched from the server's own API.

/**
 * A level: a move that keeps the outcome, one that loses it, and the best value.
 * @param {import("./server.mjs").Server} server
 * @param {import("./games.mjs").Row} row
 */
export async function levelFacts(server, { game, middle }) {
  const values = await server.ask("values", { game, position: middle });
  const kept = values.moves.filter((move) => move.value.kind === values.value.kind);
  const lost = values.moves.filter((move) => move.value.kind !== values.value.kind);
  const best = kept.find((move) => move.value.moves === values.value.moves);
  if (values.value.kind !== "win" || !best || lost.length === 0) {
    throw new Error(`${middle} of ${game} is no level: ${JSON.stringify(values)}`);
  }
  return { best: best.move, slip: lost[0].move, winsIn: values.value.moves };
}

/**
 * A position and, for each of its moves, the names of the cells that choose it.
 * @param {import("./server.mjs").Server} server
 * @param {string} game
 * @param {string} [position]
 */
export async function positionFacts(server, game, position = "start") {
  const view = await server.ask("positions", { game, position });
  const names = (cells) => cells.map((cell) => view.scene.cells[cell].name);
  const cells = new Map(view.moves.map((move) => [move.move, names(move.cells)]));
  return { ...view, cellsOf: (move) => cells.get(move) ?? [] };
}
