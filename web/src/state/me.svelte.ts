// The person, as far as the page knows them.
import { api } from "../api/client";
import type { Me } from "../api/types";

class Person {
  me = $state.raw<Me | null>(null);

  know(me: Me): void {
    this.me = me;
  }

  /** Forgets the person. */
  leave(): void {
    this.me = null;
  }

  /** Fetches the person from the server; a failure changes nothing. */
  async ask(): Promise<void> {
    try {
      this.me = await api.me();
    } catch {
      // The name in the header is not urgent.
    }
  }
}

export const person = new Person();
