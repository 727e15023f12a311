/** Whether the screen shows current data, or data kept from when the store could last be reached. */
import { type Query, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import * as sessionApi from "#core/contract/session";
import * as storeApi from "#core/contract/store";
import { isApiError } from "./hooks.ts";
import { keptAtOf } from "./kept.ts";

/** The queries whose answer is one that the browser has kept. */
const kept = new WeakSet<object>();

/** Called after each answer: a kept one is dated when it was kept, not now. */
export function dateAnswer(answer: unknown, query: Query<unknown, unknown>): void {
  const at = keptAtOf(answer);
  if (at === undefined) kept.delete(query);
  else {
    kept.add(query);
    query.setState({ dataUpdatedAt: at });
  }
}

/** Milliseconds since 1970: the time of the oldest answer on screen that could not be fetched. */
type AsOf = number | "nothing" | "online";

/** The session and the store rarely change, unlike orders. */
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
