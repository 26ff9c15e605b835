// The current address, and how to change it without reloading the page.
import { type Route, route } from "../router";

class Here {
  url = $state.raw(new URL(location.href));
  /** How often the person went to another place; each time the focus is set. */
  visits = $state(0);
  // A change of the part after `#` alone is not a new place, so the content must not be reset.
  #where = $derived(this.url.pathname + this.url.search);
  readonly route: Route = $derived(route(new URL(location.origin + this.#where)));

  constructor() {
    addEventListener("popstate", () => this.#arrive());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** Goes to an address of this page. */
  go(path: string): void {
    const url = new URL(path, location.href);
    if (url.href !== location.href) history.pushState(null, "", url);
    this.#arrive();
  }

  /** Goes to an address without moving the focus or scrolling; Back returns from it. */
  step(path: string): void {
    const url = new URL(path, location.href);
    if (url.href === location.href) return;
    history.pushState(null, "", url);
    this.url = url;
  }

  /** Changes the address without counting a visit. */
  rename(path: string): void {
    history.replaceState(null, "", path);
    this.url = new URL(location.href);
  }

  #arrive(): void {
    const before = this.url;
    this.url = new URL(location.href);
    if (before.pathname !== this.url.pathname || before.hash !== this.url.hash) this.visits += 1;
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    // The browser handles links within the same page.
    if (link.hash && link.pathname === location.pathname) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.href);
  }
}

export const here = new Here();
