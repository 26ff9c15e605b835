// Whether the server is there, as far as this page has heard.
import { Bell } from "../offline/bell";

/** Milliseconds until a silent server is asked again. */
const AGAIN = 3000;

class Server {
  /** Whether the last answer did not come, or was one that had been kept. */
  away = $state(false);
  /** Rings when the server answers again. */
  readonly returned = new Bell();
  /** Rings when something was changed on the server from here. */
  readonly changed = new Bell();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** An answer came. */
  answered(): void {
    if (!this.away) return;
    this.away = false;
    clearInterval(this.#timer);
    this.returned.ring();
  }

  /** No answer came. */
  silent(): void {
    if (this.away) return;
    this.away = true;
    this.#timer = setInterval(() => void this.ask(), AGAIN);
  }

  /** Asks whether it is there. */
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

  /** Asks whenever there may be news: who looks at the page again sees how it is now. */
  watch(): void {
    for (const event of ["online", "offline", "focus"]) addEventListener(event, () => void this.ask());
  }
}

export const server = new Server();
