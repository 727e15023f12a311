import { useEffect, useRef } from "react";

/** After the closing transition of 120 ms, when its focused element has lost the focus. */
const closedMs = 160;

/** What has the focus; for an item of a menu, which closes, the button of the menu. */
function focusedNow(): HTMLElement | null {
  const focused = document.activeElement;
  const label = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  if (label) return document.getElementById(label);
  return focused instanceof HTMLElement && focused !== document.body ? focused : null;
}

/**
 * Returns the focus to where it was when a drawer or a dialog opened, so that keyboard users continue from there; to the
 * page's title if it was nowhere, or on a button that is gone because its work is done.
 */
export function useFocusReturn(opened: boolean): void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpened = useRef(false);
  const openings = useRef(0);
  // Read while rendering: a field in the drawer takes the focus before any effect runs.
  if (opened && !wasOpened.current) opener.current = focusedNow();
  wasOpened.current = opened;
  useEffect(() => {
    if (!opened) return;
    openings.current += 1;
    const opening = openings.current;
    // Also when it is no longer rendered instead of closed.
    return () => {
      // A slow machine may still show it then, with the focus that is lost once it is gone.
      const closing = document.activeElement?.closest('[role="dialog"]');
      setTimeout(() => {
        if (opening !== openings.current) return;
        const focused = document.activeElement;
        // The user may have moved on already, or another dialog may have opened.
        if (!focused || focused === document.body || !focused.checkVisibility() || closing?.contains(focused)) {
          const place = opener.current?.checkVisibility() ? opener.current : document.querySelector("h1");
          // Whoever works with a mouse stays where they are.
          place?.focus({ preventScroll: true });
        }
      }, closedMs);
    };
  }, [opened]);
}
