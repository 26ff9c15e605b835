// One piece of long work that a place waits for; asking for another gives up the first.
import { untrack } from "svelte";
import { sentence } from "../api/client";
import { follow } from "../api/events";
import type { Work as Wanted } from "../api/types";
import { type Happening, update, type Work } from "./work";

export class LongWork {
  state = $state.raw<Work>({ phase: "idle" });
  #stop: (() => void) | null = null;

  /** Asks for work and follows it. */
  ask(wanted: Wanted): void {
    this.#stop?.();
    this.#hear({ kind: "ask" });
    this.#stop = follow(
      wanted,
      (news) => this.#hear({ kind: "news", news }),
      (failure) => this.#hear({ kind: "lost", words: sentence(failure) }),
    );
  }

  /** Gives it up; what was found stands. */
  cancel(): void {
    this.#stop?.();
    this.#stop = null;
    this.#hear({ kind: "cancel" });
  }

  /** Gives it up and forgets it, since something else is looked at. */
  forget(): void {
    this.cancel();
    this.state = { phase: "idle" };
  }

  #hear(happening: Happening): void {
    // Whoever asks in an effect is not to ask anew at each event.
    this.state = update(
      untrack(() => this.state),
      happening,
    );
  }
}
