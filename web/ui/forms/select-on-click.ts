import type { MouseEvent } from "react";

/** Selects the number in a clicked field, so that typing replaces it: clicking "2" and typing 5 gives 5, not 25. */
export function selectOnClick(event: MouseEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  if (document.activeElement === input || input.disabled) return;
  // The browser would put the cursor where the click was.
  event.preventDefault();
  input.focus();
  input.select();
}
