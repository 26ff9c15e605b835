// What a player chooses on every square, while this is switched on.
import { api, sentence } from "../api/client";
import type { PolicyView } from "../api/types";

/** The player without mistakes. */
const BEST = "perfect";

export class Policy {
  on = $state(false);
  view = $state.raw<PolicyView | null>(null);
  trouble = $state<string | null>(null);
  #wanted = "";

  /** Requests the best choice on each square of this position, if this is switched on. */
  want(game: string, position: string): void {
    const key = this.on ? `${game} ${position}` : "";
    if (key === this.#wanted) return;
    this.#wanted = key;
    if (key === "") {
      this.view = null;
      this.trouble = null;
      return;
    }
    api.policy(game, position, BEST).then(
      (view) => {
        if (key !== this.#wanted) return;
        this.view = view;
        this.trouble = null;
      },
      (failure) => {
        if (key !== this.#wanted) return;
        this.view = null;
        this.trouble = sentence(failure);
      },
    );
  }
}
