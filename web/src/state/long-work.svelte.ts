// One piece of long work that a place waits for; starting another cancels the first.
import { untrack } from "svelte";
import { sentence } from "../api/client";
import { follow } from "../api/events";
import type { Work as Wanted } from "../api/types";
import { type Happening, update, type Work } from "./work";

export class LongWork {
  state = $state.raw<Work>({ phase: "idle" });
  #stop: (() => void) | null = null;

  /** Starts work and follows it. */
  ask(wanted: Wanted): void {
    this.#stop?.();
    this.#hear({ kind: "ask" });
    this.#stop = follow(
      wanted,
      (news) => this.#hear({ kind: "news", news }),
      (failure) => this.#hear({ kind: "lost", words: sentence(failure) }),
    );
  }

  /** Cancels it and keeps what was found. */
  cancel(): void {
    this.#stop?.();
    this.#stop = null;
    this.#hear({ kind: "cancel" });
  }

  /** Cancels it and drops what was found, because the place shows something else. */
  forget(): void {
    this.cancel();
    this.state = { phase: "idle" };
  }

  #hear(happening: Happening): void {
    // An effect that starts work must not run again at each event.
    this.state = update(
      untrack(() => this.state),
      happening,
    );
  }
}
