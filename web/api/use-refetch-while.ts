import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Operation } from "#core/contract/kit/operation";
import { pollApiQueries } from "./hooks.ts";

const firstMs = 1_000;
const mostMs = 20_000;

/**
 * Refetches these operations while something is in progress: after a second, then less and less often. `pending` names
 * what is in progress, such as ids; polling restarts when it changes, and stops when it is empty. Background tabs fetch
 * nothing.
 */
export function useRefetchWhile(pending: string, ops: readonly Operation[]): void {
  const client = useQueryClient();
  const names = ops.map(({ name }) => name).join();
  useEffect(() => {
    if (pending === "") return;
    let wait = firstMs;
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      pollApiQueries(client, names.split(","));
      wait = Math.min(wait * 1.6, mostMs);
      timer = setTimeout(again, wait);
    };
    timer = setTimeout(again, wait);
    return () => clearTimeout(timer);
  }, [pending, names, client]);
}
