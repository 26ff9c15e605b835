// Long work on the server: started, followed by its events, cancelled.
import { Away, api } from "./client";
import type { Work, WorkEvent } from "./types";

/** Starts long work and tells every event of it. Returns how to stop it. */
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
    // It may have ended by itself in the meantime.
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
        // A browser asks again by itself until it is told that the work is gone.
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
    case "facts":
      return event.done;
    default:
      return true;
  }
}
