import * as orderApi from "#core/contract/order";
import * as providerApi from "#core/contract/provider";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import type { Order } from "../orders/types.ts";
import { isOpenCall } from "../providers/labels.ts";
import type { Call } from "../providers/types.ts";

const polled = [orderApi.read, orderApi.timeline, providerApi.listCalls];

/** The calls to gateways for an order, by the id of their subject. Refetched while any is in progress. */
export function useOrderCalls(order: Order): ReadonlyMap<string, readonly Call[]> {
  const { can } = useSession();
  const { refunds, paymentRequests } = order;
  const isAnything = refunds.length > 0 || paymentRequests.length > 0;
  const query = useApiQuery(
    providerApi.listCalls,
    { orderId: order.id, limit: 200 },
    { enabled: isAnything && can(providerApi.listCalls), keepPrevious: false },
  );
  const calls = query.data?.items ?? [];
  const underWay = [
    ...refunds.filter(({ status }) => status === "pending").map(({ id }) => id),
    ...paymentRequests.filter(({ status }) => status === "asked" || status === "closing").map(({ id }) => id),
    ...calls.filter(isOpenCall).map(({ id }) => id),
  ];
  useRefetchWhile(underWay.join(), polled);
  return Map.groupBy(calls, ({ subjectId }) => subjectId);
}
