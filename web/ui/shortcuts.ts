/** Keyboard shortcuts. Each screen registers its own while it is shown; `?` lists them all. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

export interface Shortcut {
  /** "n", "/", "?", "g o" (one after the other), "mod+k" (Ctrl, or Command on a Mac). */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Also works while the user types in a field. */
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
let previous: KeyboardEvent | null = null;

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

/** Key presses of a scanner are closer together than this; those of a person are further apart. */
export const scanGapMs = 35;
/** Codes on slips, items and parcels are at least this long. */
export const scanMin = 4;

/** Letters in quick succession: a scan, if Enter follows as quickly. Their shortcuts wait until that is known. */
const burst: KeyboardEvent[] = [];
let pause: ReturnType<typeof setTimeout> | undefined;

/**
 * The letters were typed by a person: runs their shortcuts, each after the changes of the previous one are on screen.
 */
function runBurst(): void {
  for (const event of burst.splice(0)) flushSync(() => press(event));
}

/** Whether this key may be part of a scan. */
function isOfBurst(event: KeyboardEvent): boolean {
  const last = burst.at(-1);
  const isFast = last && event.timeStamp - last.timeStamp < scanGapMs;
  if (isFast && event.key === "Enter" && burst.length >= scanMin) {
    const code = burst.splice(0).map(({ key }) => key);
    // A scan must not answer an open dialog: Enter would press its button.
    if (isBehindDialog()) return true;
    // Opens the search as if the code and Enter had been typed into it.
    buffered = `${code.join("")}\n`;
    active.find(({ keys }) => keys === "mod+k")?.run();
    return true;
  }
  if (!isFast) runBurst();
  if (event.key.length > 1 || !(isFast || /\w/.test(event.key))) return false;
  burst.push(event);
  clearTimeout(pause);
  pause = setTimeout(runBurst, scanGapMs);
  return true;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.key === "Shift") return;
  const isPlain = !event.ctrlKey && !event.metaKey && !isTyping(event.target);
  const letter = event.key === "Enter" ? "\n" : event.key;
  if (buffered !== null && isPlain && letter.length === 1) buffered += letter;
  else if (!isPlain || !isOfBurst(event)) {
    runBurst();
    if (!press(event)) return;
  }
  event.preventDefault();
}

/** Runs the shortcut for a key, alone or after the previous one; returns whether there is one here. */
function press(event: KeyboardEvent): boolean {
  const mod = event.ctrlKey || event.metaKey;
  const typing = isTyping(event.target);
  const key = mod ? `mod+${event.key.toLowerCase()}` : event.key;
  const sequence = previous && event.timeStamp - previous.timeStamp < sequenceMs && `${previous.key} ${key}`;
  if (!typing && !mod && key.length === 1) previous = event;
  // The one registered last wins: a drawer's shortcut over that of the page behind it.
  const shortcut = active.findLast(({ keys }) => keys === sequence) ?? active.findLast(({ keys }) => keys === key);
  // While a dialog is open, the shortcuts of the page behind it do nothing.
  if (!shortcut || (!shortcut.whileTyping && (typing || isBehindDialog()))) return false;
  previous = null;
  shortcut.run();
  return true;
}

let buffered: string | null = null;

/** While the command palette is loading, typed text is kept for it and does not reach the page. */
export function bufferTyping(on: boolean): void {
  buffered = on ? (buffered ?? "") : null;
}

/** The text typed since then, and whether Enter followed. It is returned only once. */
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
