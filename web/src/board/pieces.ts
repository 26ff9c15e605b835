// Tokens as symbols of the sprite, and where they stand on their cell.
import type { CellView, TokenView } from "../api/types";
import type { Spot } from "./layout";
import outlines from "./pieces.json";

/** The outlines of pieces by kind: the first side's and, if it differs, the second side's. */
export const OUTLINES: [string, string[]][] = Object.entries(outlines);

const DRAWN = new Set(OUTLINES.map(([kind]) => kind));

/** The symbol that draws a token; none for a kind without a drawing, which shows its letter. */
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

/** Sticks that are drawn one by one; of more only these, with their number. */
const MOST_STICKS = 7;
/** A token on a spot is smaller than its cell. */
const SMALL = 0.44;

/** The tokens of a cell where they stand: side by side if they are several. */
export function standing({ tokens, shape }: CellView, { x, y, size }: Spot): Piece[] {
  const share = (shape === "spot" ? SMALL : 1) / Math.max(1, tokens.length);
  const edge = size * share;
  const left = x + (size - edge * tokens.length) / 2;
  return tokens.flatMap((token, index) => {
    const corner = { token, x: left + index * edge, y: y + (size - edge) / 2, size: edge };
    if (token.kind !== "stick" || token.count < 2) return [corner];
    const drawn = Math.min(token.count, MOST_STICKS);
    const gap = (edge * 0.9) / drawn;
    return Array.from({ length: drawn }, (_, stick) => ({
      ...corner,
      x: corner.x + (stick - (drawn - 1) / 2) * gap,
    }));
  });
}

/** Whether two cells show the same tokens. */
export function sameTokens(one: TokenView[], other: TokenView[]): boolean {
  const same = (a: TokenView, b: TokenView | undefined) =>
    a.kind === b?.kind && a.count === b.count && (a.side ?? null) === (b.side ?? null);
  return one.length === other.length && one.every((token, index) => same(token, other[index]));
}
