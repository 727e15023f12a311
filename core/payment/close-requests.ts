import { sql } from "drizzle-orm";
import * as z from "zod";
import { ask } from "#core/call/ask";
import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import type { OrderRow } from "#core/order/order.table";
import { gateways } from "./gateway-family.ts";
import type { CloseAsked, Closed, Gateway } from "./gateways/gateway.ts";

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

/** A no means that it was paid or has expired, of which we hear otherwise. */
export const closeRequestKind = callKind<Gateway, CloseAsked, Closed>({
  does: "closeRequest",
  load: gateways.load,
  call: (gateway) => gateway.closeRequest,
  asked: z.object({ requestId: z.string() }),
  settle: async (change, { subjectId }, outcome) => {
    if (outcome.is === "unknown" || outcome.is === "later") return;
    await change.tx.execute(sql`
      update payment_requests set status = 'closed', says = ${outcome.is === "refused" ? outcome.says : null}
      where id = ${subjectId} and status = 'closing'`);
  },
});
