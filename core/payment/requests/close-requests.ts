import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { dueMinor } from "#core/order/balance";
import { isCollected, isPaymentPending } from "#core/order/lock";
import type { OrderRow } from "#core/order/order.table";
import { gateways } from "#core/payment/gateway-family";

interface Open extends Record<string, unknown> {
  readonly id: Id<"paymentRequest">;
  readonly orderId: Id<"order">;
  readonly gateway: string;
  readonly requestId: string;
}

/** As `closeRequests`, for what the order's customer can no longer pay, or has paid in another way. */
export async function closeStale(change: Change, row: OrderRow): Promise<void> {
  const isPaidOtherwise = (await isCollected(change, row)) || (await isPaymentPending(change, row));
  await closeRequests(change, [row.id], { except: isPaidOtherwise ? 0 : dueMinor(row) });
}

/**
 * Closes the open pages of these orders, except those for one amount that have not expired, so that no one pays an
 * outdated balance. A gateway that is asked to close one says if it has been paid, which may be unreported. If it cannot
 * close pages, one stays open there until it expires, and a payment on it is unmatched. The caller has locked the orders'
 * rows.
 */
export async function closeRequests(change: Change, orderIds: readonly Id<"order">[], { except }: { except: number }) {
  const open = await change.tx.execute<Open>(sql`
    select id, order_id as "orderId", gateway, gateway_request_id as "requestId" from payment_requests
    where order_id = any(${sql.param(orderIds)}) and status = 'open'
      and (amount_minor <> ${except} or expires_at <= clock_timestamp())
    order by order_id, id`);
  for (const request of open) {
    const adapter = await gateways.load(request.gateway);
    const canClose = adapter?.closeRequest !== undefined;
    await change.tx.execute(sql`
      update payment_requests set status = ${canClose ? "closing" : "closed"} where id = ${request.id}`);
    if (!canClose) continue;
    await ask(change, {
      // Nobody waits for it: a caller who waits for this change wants the new page, and this gateway may be away.
      originalChangeId: newId("change"),
      ...{ provider: request.gateway, does: "closeRequest", subjectId: request.id, orderId: request.orderId },
      asked: { requestId: request.requestId },
    });
  }
}
