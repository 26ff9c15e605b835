// Single letters as commands: not in a text field, and not if they are switched off.
import { kept } from "../state/kept.svelte";

/** The letter of a key press, if it can be a command. */
export function command(event: KeyboardEvent): string | null {
  if (!kept.letters || event.defaultPrevented || event.repeat) return null;
  if (event.metaKey || event.ctrlKey || event.altKey) return null;
  return takesText(event.target) ? null : event.key;
}

function takesText(at: EventTarget | null): boolean {
  if (at instanceof HTMLInputElement) return !["checkbox", "radio", "range"].includes(at.type);
  return at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement;
}
