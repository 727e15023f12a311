import { useEffect, useRef } from "react";

/** The drawer is out of sight after its transition of 120 ms, and what had the focus in it has none. */
const closedMs = 160;

/** Puts the focus back where it was when a drawer opened, so that whoever uses the keyboard goes on from there. */
export function useFocusReturn(opened: boolean): void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpened = useRef(false);
  // Looked at while rendering: a field of the drawer takes the focus before any effect runs.
  if (opened && !wasOpened.current && document.activeElement instanceof HTMLElement) {
    opener.current = document.activeElement;
  }
  wasOpened.current = opened;
  useEffect(() => {
    if (opened || !opener.current) return;
    const timer = setTimeout(() => {
      const focused = document.activeElement;
      // Someone may have gone on already, or another dialog has opened.
      if (focused === null || focused === document.body || !focused.checkVisibility()) opener.current?.focus();
    }, closedMs);
    return () => clearTimeout(timer);
  }, [opened]);
}
