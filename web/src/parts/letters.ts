// Keys as commands: single letters, not in a text field and not if they are switched off; arrows
// where nothing else uses them.
import { kept } from "../state/kept.svelte";

/** The letter of a key press, if it can be a command. */
export function command(event: KeyboardEvent): string | null {
  if (!kept.letters || event.defaultPrevented || event.repeat) return null;
  if (event.metaKey || event.ctrlKey || event.altKey) return null;
  return takesText(event.target) ? null : event.key;
}

/** Whether a key press steps back (-1) or on (1); 0 if it does not, or if its target uses arrows. */
export function arrow(event: KeyboardEvent): -1 | 0 | 1 {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return 0;
  const at = event.target;
  if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement)
    return 0;
  return event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
}

function takesText(at: EventTarget | null): boolean {
  if (at instanceof HTMLInputElement) return !["checkbox", "radio", "range"].includes(at.type);
  return at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement;
}
