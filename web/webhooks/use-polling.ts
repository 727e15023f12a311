import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Operation } from "#core/contract/kit/operation";
import { pollApiQueries } from "../api/hooks.ts";

const fastMs = 2_000;
const slowMs = 5_000;

/**
 * Refetches these operations every few seconds; faster while something on the screen is pending, for example the first
 * delivery to a new endpoint.
 */
export function usePolling(ops: readonly Operation[], isPending: boolean): void {
  const client = useQueryClient();
  const names = ops.map(({ name }) => name).join();
  useEffect(() => {
    const timer = setInterval(() => pollApiQueries(client, names.split(",")), isPending ? fastMs : slowMs);
    return () => clearInterval(timer);
  }, [isPending, names, client]);
}
