/** Keyboard shortcuts. Each screen declares its own while it is shown; `?` lists them all. */
import { useEffect, useRef, useSyncExternalStore } from "react";

export interface Shortcut {
  /** "n", "/", "?", "g o" (one after the other), "mod+k" (Ctrl, or Command on a Mac). */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** It also works while somebody types. */
  readonly whileTyping?: true;
}

interface ActiveShortcut extends Shortcut {
  readonly group: string;
}

let active: readonly ActiveShortcut[] = [];
const listeners = new Set<() => void>();
const setActive = (shortcuts: readonly ActiveShortcut[]) => {
  active = shortcuts;
  for (const listener of listeners) listener();
};

/** The shortcuts of a screen, or of a part of it, while it is shown. */
export function useShortcuts(group: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const signature = shortcuts.map(({ keys, label }) => keys + label).join("|");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `signature` stands for the shortcuts, whose functions are new each time
  useEffect(() => {
    const mine = latest.current.map((shortcut, index) => ({
      ...shortcut,
      group,
      run: () => latest.current[index]?.run(),
    }));
    setActive([...active, ...mine]);
    return () => setActive(active.filter((shortcut) => !mine.includes(shortcut)));
  }, [group, signature]);
}

export const useActiveShortcuts = (): readonly ActiveShortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => active,
  );

/** The second key of a sequence must follow within this time. */
const sequenceMs = 1_200;
let previous: { readonly key: string; readonly at: number } | null = null;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && ["checkbox", "radio", "button"].includes(target.type)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** A closed drawer stays in the document but is not visible. */
const isBehindDialog = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) =>
    dialog.checkVisibility({ visibilityProperty: true }),
  );

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const mod = event.ctrlKey || event.metaKey;
  const letter = event.key === "Enter" ? "\n" : event.key;
  if (buffered !== null && !mod && letter.length === 1 && !isTyping(event.target)) {
    buffered += letter;
    event.preventDefault();
    return;
  }
  const key = mod ? `mod+${event.key.toLowerCase()}` : event.key;
  const sequence = previous && event.timeStamp - previous.at < sequenceMs ? `${previous.key} ${key}` : null;
  // The one declared last wins: a drawer's shortcut over that of the page behind it.
  const shortcut =
    active.findLast(({ keys }) => keys === sequence) ?? active.findLast(({ keys }) => keys === key) ?? null;
  const typing = isTyping(event.target);
  if (!typing && !mod && key.length === 1) previous = { key, at: event.timeStamp };
  if (!shortcut || (typing && !shortcut.whileTyping)) return;
  // While a dialog is open, the shortcuts of the page behind it do nothing.
  if (!shortcut.whileTyping && isBehindDialog()) return;
  event.preventDefault();
  previous = null;
  shortcut.run();
}

let buffered: string | null = null;

/** While the command palette is loading, what is typed is kept for it and does not reach the page. */
export function bufferTyping(on: boolean): void {
  buffered = on ? (buffered ?? "") : null;
}

/** What has been typed since then, and whether Enter came after it. It is given out once. */
export function takeBufferedTyping(): { readonly text: string; readonly isEntered: boolean } {
  const typed = buffered ?? "";
  if (buffered !== null) buffered = "";
  return { text: typed.replaceAll("\n", ""), isEntered: typed.endsWith("\n") };
}

/** Called once, by the shell. */
export function listenForShortcuts(): () => void {
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
