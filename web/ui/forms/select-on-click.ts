import type { MouseEvent } from "react";

/** Selects the number in a field that is clicked into, so that what is typed replaces it: clicking "2" and typing 5 is 5, not 25. */
export function selectOnClick({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  if (document.activeElement === currentTarget) return;
  // The browser puts the cursor where the click was, after this.
  requestAnimationFrame(() => currentTarget.select());
}
