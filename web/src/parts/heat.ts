// Chances by pair of players as a table: rows, columns, and how deep each cell is coloured.
import type { PairView } from "../api/types";

/** A player in the head of a row or column. */
export interface Player {
  id: string;
  name: string;
  /** For narrow columns: `F 2`. */
  short: string;
}

/** The table, row by row. */
export interface Heat {
  learners: Player[];
  opponents: Player[];
  /** By learner, then opponent; `null` if nothing is known. */
  cells: (PairView | null)[][];
  /** How the figures were computed, if all in the same way. */
  how: string | null;
}

/** The table of these pairs, with players in the order of their first appearance. */
export function heat(pairs: PairView[]): Heat {
  const learners = players(pairs.map((pair) => [pair.learner, pair.learner_name]));
  const opponents = players(pairs.map((pair) => [pair.opponent, pair.opponent_name]));
  const at = new Map(pairs.map((pair) => [key(pair.learner, pair.opponent), pair]));
  const ways = new Set(
    pairs.flatMap(({ win, draw }) => [win?.how, draw?.how]).filter((how) => how !== undefined),
  );
  const [how] = ways;
  return {
    learners,
    opponents,
    cells: learners.map((row) => opponents.map((column) => at.get(key(row.id, column.id)) ?? null)),
    how: ways.size === 1 && how !== undefined ? how : null,
  };
}

/** The colour of a chance, from 1 (pale) for the highest to 5 (deep) for the lowest. */
export function depth(chance: number): 1 | 2 | 3 | 4 | 5 {
  if (chance >= 5 / 6) return 1;
  if (chance >= 2 / 3) return 2;
  if (chance > 1 / 3) return 3;
  return chance > 1 / 6 ? 4 : 5;
}

function key(learner: string, opponent: string): string {
  return `${learner} ${opponent}`;
}

function players(named: [string, string][]): Player[] {
  return [...new Map(named)].map(([id, name]) => ({ id, name, short: shortened(name) }));
}

/** `Foresight 2` becomes `F 2`; other names are short enough. */
function shortened(name: string): string {
  return name.replace(/^(\p{L})\p{L}+ (\d+)$/u, "$1 $2");
}
