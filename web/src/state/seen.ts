// The levels that were laid on the board since the page was loaded and not tried, so that none
// comes twice. Of those that were tried the server knows, and when they come back.

/** Levels of a game that are remembered: an address has room for so many. */
const REMEMBERED = 24;

export class Seen {
  readonly #positions = new Map<string, string[]>();

  /** A level is on the board. */
  add(game: string, position: string | null | undefined): void {
    if (!position) return;
    const others = this.of(game).filter((known) => known !== position);
    this.#positions.set(game, [...others, position].slice(-REMEMBERED));
  }

  /** A level was tried: it may come back. */
  drop(game: string, position: string | null | undefined): void {
    this.#positions.set(
      game,
      this.of(game).filter((known) => known !== position),
    );
  }

  /** The positions of a game that were on the board, the newest last. */
  of(game: string): string[] {
    return this.#positions.get(game) ?? [];
  }
}

export const seen = new Seen();
