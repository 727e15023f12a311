import { type RefObject, useLayoutEffect } from "react";

/**
 * A letter or digit typed outside of any field goes into this one, as long as it is on screen: a scanner types wherever
 * the focus happens to be.
 */
export function useStrayKeys(field: RefObject<HTMLElement | null>): void {
  // Before a scanner's next letter.
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (!isStray(event)) return;
      event.stopPropagation();
      field.current?.focus();
    };
    // Before the shortcuts: a scanned "gh" is part of a code.
    document.addEventListener("keydown", take, { capture: true });
    return () => document.removeEventListener("keydown", take, { capture: true });
  }, [field]);
}

const isStray = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  event.key !== " " &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !(event.target instanceof HTMLElement && takes(event.target, event.key));

/**
 * Whether a field takes this key. Radio buttons, checkboxes and selects take none, number fields no letters: those start
 * a scan.
 */
function takes(target: HTMLElement, key: string): boolean {
  const field = target.closest("input, textarea");
  if (!(field instanceof HTMLInputElement)) return field !== null;
  if (field.type === "radio" || field.type === "checkbox") return false;
  return !/^(numeric|decimal)$/.test(field.inputMode) || !/\p{L}/u.test(key);
}
