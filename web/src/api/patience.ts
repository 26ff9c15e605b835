// Requests that are asked again while the server is busy or silent, one after the other.
import { Away, Refused } from "./client";

/** Seconds until a busy or silent server is asked again. */
const AGAIN = 3;
const LONGEST_WAIT = 60;

interface Listener {
  /** Told what is wrong and when it is tried again. */
  waiting: (words: string) => void;
  /** Told that an answer has come. */
  well: () => void;
  /** Whether nobody waits for the answer any more. */
  closed: () => boolean;
}

export const sleep = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

export class Patience {
  #listener: Listener;
  #last: Promise<unknown> = Promise.resolve();

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Asks when all earlier requests are answered, until this one is. */
  ask<T>(request: () => Promise<T>): Promise<T> {
    const answer = this.#last.then(() => this.#insist(request));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #insist<T>(request: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await request();
        this.#listener.well();
        return answer;
      } catch (failure) {
        const busy = failure instanceof Refused && failure.busy;
        if (!(busy || failure instanceof Away) || this.#listener.closed()) throw failure;
        const seconds = Math.min(LONGEST_WAIT, (busy && failure.retryAfter) || AGAIN);
        const what = busy ? "The server is busy." : "The server does not answer. Nothing is lost.";
        this.#listener.waiting(`${what} Trying again in ${seconds} seconds.`);
        await sleep(seconds * 1000);
        if (this.#listener.closed()) throw failure;
      }
    }
  }
}
