// Notifies listeners that something happened.

export class Bell {
  readonly #ears = new Set<() => void>();

  /** Adds a listener, until the returned function is called. */
  hear(ear: () => void): () => void {
    this.#ears.add(ear);
    return () => this.#ears.delete(ear);
  }

  ring(): void {
    for (const ear of [...this.#ears]) ear();
  }
}
