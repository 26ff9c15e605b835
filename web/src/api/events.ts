// Long work on the server: start it, follow its events, cancel it.
import { Away, api } from "./client";
import type { Work, WorkEvent } from "./types";

/** Starts long work and passes on each of its events. Returns a function that stops it. */
export function follow(
  wanted: Work,
  tell: (event: WorkEvent) => void,
  fail: (failure: unknown) => void,
): () => void {
  let source: EventSource | null = null;
  let id: string | null = null;
  let stopped = false;
  const close = () => {
    source?.close();
    source = null;
  };
  const stop = () => {
    if (stopped) return;
    stopped = true;
    close();
    // It may already have ended.
    if (id !== null) api.cancel(id).catch(() => undefined);
  };
  api.work(wanted).then(
    (made) => {
      id = made.id;
      if (stopped) {
        api.cancel(id).catch(() => undefined);
        return;
      }
      source = new EventSource(api.events(id));
      source.onerror = () => {
        // The browser reconnects automatically until the server says that the work is gone.
        if (source?.readyState !== EventSource.CLOSED || stopped) return;
        stopped = true;
        close();
        fail(new Away("the work is gone"));
      };
      source.onmessage = (message) => {
        const event = JSON.parse(message.data) as WorkEvent;
        if (isLast(event)) {
          stopped = true;
          close();
        }
        tell(event);
      };
    },
    (failure) => {
      if (!stopped) fail(failure);
    },
  );
  return stop;
}

function isLast(event: WorkEvent): boolean {
  switch (event.event) {
    case "progress":
      return false;
    case "analysis":
    case "values":
    case "facts":
      return event.done;
    default:
      return true;
  }
}
