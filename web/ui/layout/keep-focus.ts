/**
 * A button is disabled while its work is done, and may be gone afterwards. Both take the focus from it: the next Tab
 * began at the top of the page. It is returned to the button, or to the page's title, unless the user has moved on or no
 * answer can come any more. A dialog sees to its own.
 */
export function keepFocus({ target: left, relatedTarget }: FocusEvent): void {
  if (relatedTarget || !(left instanceof HTMLButtonElement) || left.closest('[role="dialog"]')) return;
  if (!left.disabled) {
    setTimeout(() => left.isConnected || focusIfLost(title()), redrawnMs);
    return;
  }
  const watch = new MutationObserver(() => {
    if (left.disabled && left.isConnected) return;
    giveUp();
    focusIfLost(left.isConnected ? left : title());
  });
  const giveUp = (event?: Event) => {
    // A key that is held down has not been pressed again.
    if (event instanceof KeyboardEvent && event.repeat) return;
    watch.disconnect();
    for (const kind of movesOn) document.removeEventListener(kind, giveUp, true);
  };
  watch.observe(document.body, { attributeFilter: ["disabled"], childList: true, subtree: true });
  for (const kind of movesOn) document.addEventListener(kind, giveUp, true);
  setTimeout(giveUp, answeredMsMax);
}

const movesOn = ["pointerdown", "keydown"];

/** Longer than the timeout of a request. */
const answeredMsMax = 40_000;

/** What takes the place of a button may take the focus as well. */
const redrawnMs = 100;

const title = () => document.querySelector("h1");

function focusIfLost(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.focus({ preventScroll: true });
}
