import { useEffect, useRef } from "react";

/** After the drawer's closing transition of 120 ms, when its focused element has lost the focus. */
const closedMs = 160;

/** Returns the focus to where it was when a drawer opened, so that keyboard users continue from there. */
export function useFocusReturn(opened: boolean): void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpened = useRef(false);
  // Read while rendering: a field in the drawer takes the focus before any effect runs.
  if (opened && !wasOpened.current && document.activeElement instanceof HTMLElement) {
    opener.current = document.activeElement;
  }
  wasOpened.current = opened;
  useEffect(() => {
    if (opened || !opener.current) return;
    const timer = setTimeout(() => {
      const focused = document.activeElement;
      // The user may have moved on already, or another dialog may have opened.
      if (focused === null || focused === document.body || !focused.checkVisibility()) opener.current?.focus();
    }, closedMs);
    return () => clearTimeout(timer);
  }, [opened]);
}
