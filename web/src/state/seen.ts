// The levels that were shown since the page was loaded but not tried, so that none is shown
// twice. The server knows which levels were tried, and when they come back.

/** How many levels of a game are remembered: an address does not have room for more. */
const REMEMBERED = 24;

export class Seen {
  readonly #positions = new Map<string, string[]>();

  /** Adds a level that is shown. */
  add(game: string, position: string | null | undefined): void {
    if (!position) return;
    const others = this.of(game).filter((known) => known !== position);
    this.#positions.set(game, [...others, position].slice(-REMEMBERED));
  }

  /** Removes a level that was tried: it may come back. */
  drop(game: string, position: string | null | undefined): void {
    this.#positions.set(
      game,
      this.of(game).filter((known) => known !== position),
    );
  }

  /** The positions of a game that were shown, the newest last. */
  of(game: string): string[] {
    return this.#positions.get(game) ?? [];
  }
}

export const seen = new Seen();
