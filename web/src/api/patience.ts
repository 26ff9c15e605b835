// Sends requests one after the other and retries them while the server is busy. If the server
// cannot be reached, the request fails: nothing is queued to be sent later.
import { Away, Refused } from "./client";

/** Seconds until a request to a busy server is retried. */
const AGAIN = 3;
const LONGEST_WAIT = 60;
/** How many answers to one request may get lost while the server can be reached. */
const LOST = 3;

interface Listener {
  /** Called with what is wrong and when the request is retried. */
  waiting: (words: string) => void;
  /** Called when an answer has arrived. */
  well: () => void;
  /** Checks whether the server can be reached. */
  there: () => Promise<boolean>;
  /** Whether the answer is no longer needed. */
  closed: () => boolean;
}

export const sleep = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

export class Patience {
  #listener: Listener;
  #last: Promise<unknown> = Promise.resolve();

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Sends the request after all earlier ones have finished, and retries it until it is answered. */
  ask<T>(request: () => Promise<T>): Promise<T> {
    const answer = this.#last.then(() => this.#insist(request));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #insist<T>(request: () => Promise<T>): Promise<T> {
    for (let lost = 0; ; ) {
      try {
        const answer = await request();
        this.#listener.well();
        return answer;
      } catch (failure) {
        if (this.#listener.closed()) throw failure;
        if (failure instanceof Away) {
          lost += 1;
          if (lost > LOST || !(await this.#listener.there())) throw failure;
          continue;
        }
        if (!(failure instanceof Refused && failure.busy)) throw failure;
        const seconds = Math.min(LONGEST_WAIT, failure.retryAfter || AGAIN);
        this.#listener.waiting(`The server is busy. Trying again in ${seconds} seconds.`);
        await sleep(seconds * 1000);
        if (this.#listener.closed()) throw failure;
      }
    }
  }
}
