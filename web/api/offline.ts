/** Whether the screen shows what the store has now, or what it had when it could last be reached. */
import { type Query, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import * as sessionApi from "#core/contract/session";
import * as storeApi from "#core/contract/store";
import { isApiError } from "./hooks.ts";
import { keptAtOf } from "./kept.ts";

/** The queries whose answer comes from what the browser has kept. */
const kept = new WeakSet<object>();

/** After each answer: one that was kept is as old as it is, not as of now. */
export function dateAnswer(answer: unknown, query: Query<unknown, unknown>): void {
  const at = keptAtOf(answer);
  if (at === undefined) kept.delete(query);
  else {
    kept.add(query);
    query.setState({ dataUpdatedAt: at });
  }
}

/** Milliseconds since 1970: the age of the oldest thing on the screen that could not be fetched. */
type AsOf = number | "nothing" | "online";

/** Who is signed in and what the store is called do not change as orders do. */
const lasting = new Set<unknown>([sessionApi.read.name, storeApi.read.name]);

function offlineAsOf(queries: QueryCache): AsOf {
  const unreached = queries
    .getAll()
    .filter((query) => query.isActive() && (kept.has(query) || isApiError(query.state.fetchFailureReason, "offline")));
  if (unreached.length === 0) return "online";
  const times = unreached
    .filter(({ queryKey, state }) => state.data !== undefined && !lasting.has(queryKey[0]))
    .map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : "nothing";
}

export function useOfflineAsOf(): AsOf {
  const queries = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => queries.subscribe(listener),
    () => offlineAsOf(queries),
  );
}
