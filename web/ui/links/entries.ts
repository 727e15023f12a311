/** The entries of the browser's history, for going back to one instead of adding another that shows the same. */
import type { RouterHistory } from "@tanstack/react-router";

const storageKey = "entries";
/** The URL of each entry seen in this tab, by its place in the history. They survive a reload. */
let urls: string[] = [];
/** The entry that is being left: `back` takes a moment, and a second one in it would leave the page. */
let leaving: string | undefined;

export function rememberEntries(history: RouterHistory): void {
  urls = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
  const remember = () => {
    urls[history.location.state.__TSR_index] = history.location.href;
    sessionStorage.setItem(storageKey, JSON.stringify(urls));
    leaving = undefined;
  };
  remember();
  history.subscribe(remember);
}

/** Goes back if the entry before has this URL; otherwise does nothing and returns false. */
export function goBackTo(url: string, history: RouterHistory): boolean {
  const { __TSR_index: place, __TSR_key: key } = history.location.state;
  if (urls[place - 1] !== url) return false;
  // A confirmation that is still open does not close instead: `ui/dialogs/confirm-dialog.tsx`.
  if (leaving !== key) history.back({ ignoreBlocker: true });
  leaving = key;
  return true;
}
