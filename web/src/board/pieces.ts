// Tokens as symbols of the sprite, and their positions on the cell.
import type { CellView, TokenView } from "../api/types";
import type { Spot } from "./layout";
import outlines from "./pieces.json";

/** The outlines of pieces by kind: the first side's and, if it differs, the second side's. */
export const OUTLINES: [string, string[]][] = Object.entries(outlines);

const DRAWN = new Set(OUTLINES.map(([kind]) => kind));

/** The symbol that draws a token; none for a kind without a drawing, which is shown as its letter. */
export function symbol({ kind, side }: Pick<TokenView, "kind" | "side">): string | null {
  if (kind === "cross" || kind === "ring") return kind;
  if (kind === "disc") return side === "second" ? "hollow" : "full";
  const owner = side === "first" ? "x" : side === "second" ? "o" : "n";
  return DRAWN.has(kind) ? `${kind}-${owner}` : null;
}

/** A token that is drawn: its upper left corner and its size. */
export interface Piece {
  token: TokenView;
  x: number;
  y: number;
  size: number;
}

/** The number of sticks in a row, unless there are very many, and the most sticks that are drawn. */
const IN_ROW = 7;
const MOST_STICKS = 100;
/** The part of a cell that sticks fill; their number is shown below it. */
const STICKS = { top: 0.07, height: 0.7, width: 0.9 };
/** The height of a stick as a fraction of its outline's height. */
const STICK = 0.8;
/** A token on a spot is smaller than its cell. */
const SMALL = 0.44;

/** The tokens of a cell with their positions: side by side if there are several. */
export function standing({ tokens, shape }: CellView, { x, y, size }: Spot): Piece[] {
  const share = (shape === "spot" ? SMALL : 1) / Math.max(1, tokens.length);
  const edge = size * share;
  const left = x + (size - edge * tokens.length) / 2;
  return tokens.flatMap((token, index) => {
    const corner = { token, x: left + index * edge, y: y + (size - edge) / 2, size: edge };
    return token.kind === "stick" ? sticks(corner) : [corner];
  });
}

/** Single sticks, in rows that are filled from the left, so that taking some moves no others. */
function sticks({ token, x, y, size }: Piece): Piece[] {
  const drawn = Math.min(token.count, MOST_STICKS);
  const inRow = Math.max(IN_ROW, Math.ceil(Math.sqrt(drawn)));
  const rows = Math.ceil(drawn / inRow);
  const columns = Math.min(drawn, inRow);
  const [wide, high] = [(size * STICKS.width) / inRow, (size * STICKS.height) / rows];
  const outline = (high * 0.9) / STICK;
  return Array.from({ length: drawn }, (_, index) => {
    const [column, row] = [index % inRow, Math.floor(index / inRow)];
    const middle = x + size / 2 + (column - (columns - 1) / 2) * wide;
    const height = y + size * STICKS.top + (row + 0.5) * high;
    return { token, x: middle - outline / 2, y: height - outline / 2, size: outline };
  });
}

/** Whether two cells show the same tokens. */
export function sameTokens(one: TokenView[], other: TokenView[]): boolean {
  const same = (a: TokenView, b: TokenView | undefined) =>
    a.kind === b?.kind && a.count === b.count && (a.side ?? null) === (b.side ?? null);
  return one.length === other.length && one.every((token, index) => same(token, other[index]));
}
