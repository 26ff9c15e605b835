// Who this is, as far as the page knows.
import { api } from "../api/client";
import type { Me } from "../api/types";

class Person {
  me = $state.raw<Me | null>(null);

  know(me: Me): void {
    this.me = me;
  }

  /** Nobody is known here any more. */
  leave(): void {
    this.me = null;
  }

  /** Asks the server; a failure changes nothing. */
  async ask(): Promise<void> {
    try {
      this.me = await api.me();
    } catch {
      // The name in the header can wait.
    }
  }
}

export const person = new Person();
