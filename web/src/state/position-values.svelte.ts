// The values of the moves in the position that is shown, as marks on its board.
import { api } from "../api/client";
import type { LegalMove, PositionView, ValuesView } from "../api/types";
import { type Mark, valueMarks } from "../board/marks";

/** Delay before a request, so that stepping quickly through a game does not send one per position. */
const PAUSE_MS = 120;

interface Kept {
  marks: Mark[];
  named: { moves: LegalMove[]; values: ValuesView } | null;
}

export class PositionValues {
  marks = $state.raw<Mark[]>([]);
  /** The moves without cells, with their values. */
  named = $state.raw<{ moves: LegalMove[]; values: ValuesView } | null>(null);
  readonly #kept = new Map<string, Kept>();
  #wanted = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Requests the values of a position; the marks are shown when they are known. */
  want(game: string, position: string): void {
    const key = `${game} ${position}`;
    if (key === this.#wanted) return;
    this.forget();
    this.#wanted = key;
    const kept = this.#kept.get(key);
    if (kept) this.#show(kept);
    else this.#timer = setTimeout(() => this.#ask(key, game, position), PAUSE_MS);
  }

  /** Removes the marks. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#wanted = "";
    this.#show({ marks: [], named: null });
  }

  #show({ marks, named }: Kept): void {
    this.marks = marks;
    this.named = named;
  }

  #ask(key: string, game: string, position: string): void {
    const both = Promise.all([api.position(game, position), api.values(game, position)]);
    // Without an answer the board has no marks, and the text next to it stays.
    both.then(([view, values]) => this.#keep(key, view, values)).catch(() => undefined);
  }

  #keep(key: string, view: PositionView, values: ValuesView): void {
    const marks = valueMarks(view.moves, values).filter(
      (mark) => mark.kind !== "value" || mark.value.kind !== "unknown",
    );
    const moves = view.moves.filter((move) => move.cells.length === 0);
    const kept = { marks, named: moves.length > 0 && view.turn !== "roll" ? { moves, values } : null };
    this.#kept.set(key, kept);
    if (key === this.#wanted) this.#show(kept);
  }
}
