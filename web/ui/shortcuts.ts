/** What the keyboard does. Whoever is on screen says its keys here; `?` lists them all. */
import { useEffect, useRef, useSyncExternalStore } from "react";

export interface Key {
  /** "n", "/", "?", "g o" (one after the other), "mod+k" (Ctrl, or Command on a Mac). */
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
  /** Works while something is being typed, too. */
  readonly whileTyping?: true;
}

interface Listed extends Key {
  readonly group: string;
}

let listed: readonly Listed[] = [];
const watchers = new Set<() => void>();
const set = (keys: readonly Listed[]) => {
  listed = keys;
  for (const watcher of watchers) watcher();
};

/** The keys of a screen or a part of it, while it is shown. */
export function useKeys(group: string, keys: readonly Key[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  const signature = keys.map((key) => key.keys + key.does).join("|");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `signature` stands for the keys, whose functions are new each time
  useEffect(() => {
    const mine = latest.current.map((key, index) => ({ ...key, group, run: () => latest.current[index]?.run() }));
    set([...listed, ...mine]);
    return () => set(listed.filter((key) => !mine.includes(key)));
  }, [group, signature]);
}

export const useListedKeys = (): readonly Listed[] =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => listed,
  );

/** The second key of two comes within this. */
const togetherMs = 1_200;
let before: { readonly key: string; readonly at: number } | null = null;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && ["checkbox", "radio", "button"].includes(target.type)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** A drawer that was closed stays in the page, unseen. */
const isBehindDialog = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) =>
    dialog.checkVisibility({ visibilityProperty: true }),
  );

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const mod = event.ctrlKey || event.metaKey;
  if (held !== null && !mod && event.key.length === 1 && !isTyping(event.target)) {
    held += event.key;
    event.preventDefault();
    return;
  }
  const key = mod ? `mod+${event.key.toLowerCase()}` : event.key;
  const together = before && event.timeStamp - before.at < togetherMs ? `${before.key} ${key}` : null;
  // The last to come is the nearest: a drawer's key wins over its page's.
  const wanted =
    listed.findLast(({ keys }) => keys === together) ?? listed.findLast(({ keys }) => keys === key) ?? null;
  const typing = isTyping(event.target);
  if (!typing && !mod && key.length === 1) before = { key, at: event.timeStamp };
  if (!wanted || (typing && !wanted.whileTyping)) return;
  // Behind an open dialog the page's keys rest.
  if (!wanted.whileTyping && isBehindDialog()) return;
  event.preventDefault();
  before = null;
  wanted.run();
}

let held: string | null = null;

/** While the palette is on its way, what is typed is meant for it and not for the page. */
export function holdKeys(hold: boolean): void {
  held = hold ? (held ?? "") : null;
}

/** What was typed since, once. */
export function takeHeld(): string {
  const typed = held ?? "";
  if (held !== null) held = "";
  return typed;
}

/** Once, by the shell. */
export function listenForKeys(): () => void {
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
