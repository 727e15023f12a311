/**
 * The counts of this tab. They survive a reload, as a phone may unload the page when it goes to sleep, and are the same
 * for a page that is still saving them after it was left, and for the one that is opened meanwhile.
 */
import { useSyncExternalStore } from "react";
import { useSession } from "../../api/session.tsx";
import { keepInTab, keptInTab } from "../../ui/kept-in-tab.ts";
import type { LocationId } from "../types.ts";
import type { Tallies } from "./tally.ts";

const held = new Map<string, Tallies>();
const watchers = new Set<() => void>();

/** The counts of whoever is signed in, at a location. */
export function useTallies(locationId: LocationId) {
  const key = `counted.${useSession().user.id}.${locationId}`;
  const latest = () => held.get(key) ?? stored(key);
  const tallies = useSyncExternalStore(watch, latest);
  const change = (next: (before: Tallies) => Tallies): void => {
    keep(key, next(latest()));
    for (const watcher of watchers) watcher();
  };
  /** `latest` also before it is drawn: the next scan may already wait. */
  return { tallies, latest, change };
}

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function stored(key: string): Tallies {
  const tallies = (keptInTab(key) ?? []) as Tallies; // as kept
  held.set(key, tallies);
  return tallies;
}

function keep(key: string, tallies: Tallies): void {
  held.set(key, tallies);
  keepInTab(key, tallies);
}
