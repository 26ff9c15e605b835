// Sends requests one at a time. Retries a request while the server is busy (429 or 503), and after
// up to three lost answers if the server can be reached; otherwise rejects it. Nothing is queued to
// be sent later.
import { Away, Refused } from "./client";

/** Seconds to wait before a retry if the busy server names no time (`Retry-After`). */
const AGAIN = 3;
const LONGEST_WAIT = 60;
/** How many answers to one request may get lost while the server can be reached. */
const LOST = 3;

interface Listener {
  /** Called before waiting, with a sentence saying what is wrong and how long the wait is. */
  waiting: (words: string) => void;
  /** Called when a request has succeeded; not called after refusals. */
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

  /** Sends the request after all earlier ones have finished. Retries it while the server is busy,
   * and after up to three lost answers if the server can be reached; otherwise rejects. */
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
