import * as z from "zod";
import { ask } from "#core/call/ask";
import { callKind } from "#core/call/call-kind";
import { sql } from "#core/db/drizzle";
import { gateways } from "#core/payment/gateway-family";
import type { Closed, Gateway, PageRef } from "#core/payment/gateways/gateway";

/**
 * A refusal means that the page was paid or has expired. A payment is reported by its own event, and looked for in case
 * that is lost.
 */
export const closeRequestKind = callKind<Gateway, PageRef, Closed>({
  does: "closeRequest",
  load: gateways.load,
  call: (gateway) => gateway.closeRequest,
  asked: z.object({ requestId: z.string() }),
  settle: async (change, { provider, subjectId, orderId, asked }, outcome) => {
    if (outcome.is === "unknown") return;
    await change.tx.execute(sql`
      update payment_requests set status = 'closed', says = ${outcome.is === "refused" ? outcome.says : null}
      where id = ${subjectId} and status = 'closing'`);
    if (outcome.is === "refused" && outcome.code === "paid" && (await gateways.load(provider))?.findPayment)
      await ask(change, { provider, does: "findPayment", subjectId, orderId, asked });
  },
});
