// Requests that are asked again while the server is busy, one after the other. A server that
// is away is not waited for: nothing is done later that was wanted now.
import { Away, Refused } from "./client";

/** Seconds until a busy server is asked again. */
const AGAIN = 3;
const LONGEST_WAIT = 60;
/** So often an answer may get lost on its way while the server is there. */
const LOST = 3;

interface Listener {
  /** Told what is wrong and when it is tried again. */
  waiting: (words: string) => void;
  /** Told that an answer has come. */
  well: () => void;
  /** Asks whether the server is there after all. */
  there: () => Promise<boolean>;
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
