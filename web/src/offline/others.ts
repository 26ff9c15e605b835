// Other windows of this page: what is deleted here must not stay visible there.

const others = "BroadcastChannel" in globalThis ? new BroadcastChannel("spar") : null;

/** Tells the other windows that the person was forgotten. */
export function tellForgotten(): void {
  others?.postMessage("forgotten");
}

/** Reloads when another window says so, and when the browser restores an old page. */
export function reloadOnChange(): void {
  if (others) others.onmessage = () => location.reload();
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
