// Other windows of this page: what is wiped here must not stay there.

const others = "BroadcastChannel" in globalThis ? new BroadcastChannel("spar") : null;

/** Tells the other windows that nobody is known here any more. */
export function tellForgotten(): void {
  others?.postMessage("forgotten");
}

/** Begins anew when another window says so, and when the browser brings back an old page. */
export function beginAnew(): void {
  if (others) others.onmessage = () => location.reload();
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
