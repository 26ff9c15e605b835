// Whether the server can be reached, as far as this page knows.
import { Bell } from "../offline/bell";

/** Milliseconds between checks while the server cannot be reached. */
const AGAIN = 3000;

class Server {
  /** Whether the last request got no answer, or only a cached one. */
  away = $state(false);
  /** Fires when the server answers again. */
  readonly returned = new Bell();
  /** Fires when this page has changed something on the server. */
  readonly changed = new Bell();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** An answer arrived. */
  answered(): void {
    if (!this.away) return;
    this.away = false;
    clearInterval(this.#timer);
    this.returned.ring();
  }

  /** No answer arrived. */
  silent(): void {
    if (this.away) return;
    this.away = true;
    this.#timer = setInterval(() => void this.ask(), AGAIN);
  }

  /** Checks whether it can be reached. */
  async ask(): Promise<boolean> {
    try {
      await fetch("/health", { cache: "no-store" });
      this.answered();
      return true;
    } catch {
      this.silent();
      return false;
    }
  }

  /** Checks when the connection changes, and when the page gets focus again. */
  watch(): void {
    for (const event of ["online", "offline", "focus"]) addEventListener(event, () => void this.ask());
  }
}

export const server = new Server();
