/** Keyboard shortcuts. Each screen declares its own while it is shown; `?` lists them all. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

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

interface Key {
  readonly key: string;
  readonly at: number;
}

/** The second key of a sequence must follow within this time. */
const sequenceMs = 1_200;
let previous: Key | null = null;

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

/** Between two keys of a scanner there is less; between two of a hand there is more. */
const scanGapMs = 35;
/** What is shorter than this is no code that stands on a slip, an item or a parcel. */
const scanMin = 4;

/** Letters that came one right after the other: a scan, if Enter comes as fast. Nothing runs by them until that is known. */
const burst: Key[] = [];
let pause: ReturnType<typeof setTimeout> | undefined;
let onScan: (code: string) => void = () => {};

/** The letters were pressed by a hand: each does what it does. What one changes on the screen is there for the next. */
function runBurst(): void {
  clearTimeout(pause);
  for (const { key, at } of burst.splice(0)) flushSync(() => run(shortcutOf(key, at)));
}

/** Whether this key belongs to what may be a scan. */
function isOfBurst(event: KeyboardEvent): boolean {
  const last = burst.at(-1);
  const isFast = last !== undefined && event.timeStamp - last.at < scanGapMs;
  if (isFast && event.key === "Enter" && burst.length >= scanMin) {
    const code = burst.splice(0).map(({ key }) => key);
    clearTimeout(pause);
    // A scan in front of a question answers nothing: Enter would press its button.
    if (!isBehindDialog()) onScan(code.join(""));
    return true;
  }
  if (event.key.length !== 1 || (!isFast && !/[\p{L}\d]/u.test(event.key))) return false;
  if (!isFast) runBurst();
  burst.push({ key: event.key, at: event.timeStamp });
  clearTimeout(pause);
  pause = setTimeout(runBurst, scanGapMs);
  return true;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.key === "Shift") return;
  const mod = event.ctrlKey || event.metaKey;
  const letter = event.key === "Enter" ? "\n" : event.key;
  const typing = isTyping(event.target);
  if (buffered !== null && !mod && letter.length === 1 && !typing) {
    buffered += letter;
    event.preventDefault();
    return;
  }
  if (!mod && !typing && isOfBurst(event)) {
    event.preventDefault();
    return;
  }
  runBurst();
  const shortcut = mod
    ? shortcutOf(`mod+${event.key.toLowerCase()}`, null)
    : shortcutOf(event.key, typing ? null : event.timeStamp);
  if (run(shortcut, typing)) event.preventDefault();
}

/** What a key does, alone or after the one before. The one declared last wins: a drawer's over that of the page behind it. */
function shortcutOf(key: string, at: number | null): Shortcut | undefined {
  const sequence = previous && at !== null && at - previous.at < sequenceMs ? `${previous.key} ${key}` : null;
  if (at !== null && key.length === 1) previous = { key, at };
  return active.findLast(({ keys }) => keys === sequence) ?? active.findLast(({ keys }) => keys === key);
}

/** While a dialog is open, the shortcuts of the page behind it do nothing. */
function run(shortcut: Shortcut | undefined, typing = false): boolean {
  if (!shortcut || (!shortcut.whileTyping && (typing || isBehindDialog()))) return false;
  previous = null;
  shortcut.run();
  return true;
}

let buffered: string | null = null;

/** While the command palette is loading, what is typed, or was scanned before, is kept for it and does not reach the page. */
export function bufferTyping(on: boolean, before = ""): void {
  buffered = on ? (buffered ?? "") + before : null;
}

/** What has been typed since then, and whether Enter came after it. It is given out once. */
export function takeBufferedTyping(): { readonly text: string; readonly isEntered: boolean } {
  const typed = buffered ?? "";
  if (buffered !== null) buffered = "";
  return { text: typed.replaceAll("\n", ""), isEntered: typed.endsWith("\n") };
}

/** Called once, by the shell. `scanned` gets what a scanner has typed and entered while nobody types in a field. */
export function listenForShortcuts(scanned: (code: string) => void): () => void {
  onScan = scanned;
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
