import { sql } from "drizzle-orm";
import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import type { OrderRow } from "#core/order/order.table";
import { gateways } from "#core/payment/gateway-family";

/**
 * Closes the open pages of an order but those for one amount: nobody should pay what is no longer owed. Where the gateway
 * cannot close a page it stays open there until it expires; what is paid at it is an unmatched payment. The caller holds
 * the order's row.
 */
export async function closeRequests(change: Change, { id }: Pick<OrderRow, "id">, { except }: { except: number }) {
  const open = await change.tx.execute<{ id: Id<"paymentRequest">; gateway: string; request_id: string }>(sql`
    select id, gateway, gateway_request_id as request_id from payment_requests
    where order_id = ${id} and status = 'open' and amount_minor <> ${except} order by id`);
  for (const request of open) {
    const adapter = await gateways.load(request.gateway);
    const canClose = adapter?.closeRequest !== undefined;
    await change.tx.execute(sql`
      update payment_requests set status = ${canClose ? "closing" : "closed"} where id = ${request.id}`);
    if (!canClose) continue;
    await ask(change, {
      ...{ provider: request.gateway, does: "closeRequest", subjectId: request.id, orderId: id },
      asked: { requestId: request.request_id },
    });
  }
}
