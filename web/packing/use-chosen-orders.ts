import { useQueries } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import { apiQuery } from "../api/hooks.ts";
import type { Order } from "../orders/types.ts";
import { idParam, useUrlState } from "../ui/url-state.ts";

/** The largest page of a list. */
const ordersMax = 200;
const orderIdParam = idParam("ord");

/** The orders in the URL, as far as they have loaded. */
export function useChosenOrders() {
  const [search] = useUrlState();
  const ids = (search["orderIds"] ?? "")
    .split(",")
    .map(orderIdParam)
    .filter((id) => id !== undefined)
    .slice(0, ordersMax);
  const queries = useQueries({ queries: ids.map((id) => apiQuery(orderApi.read, { id })) });
  const orders = queries.flatMap(({ data }): Order[] => (data ? [data] : []));
  const failed = queries.filter(({ error }) => error !== null);
  return {
    orders,
    count: ids.length,
    isComplete: orders.length === ids.length,
    error: failed[0]?.error ?? null,
    retry: () => void Promise.all(failed.map((query) => query.refetch())),
  };
}
