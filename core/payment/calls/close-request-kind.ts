import * as z from "zod";
import { callKind } from "#core/call/call-kind";
import { sql } from "#core/db/drizzle";
import { gateways } from "#core/payment/gateway-family";
import type { Closed, CloseRequest, Gateway } from "#core/payment/gateways/gateway";

/** A refusal means that the page was paid or has expired; a payment is reported by its own event. */
export const closeRequestKind = callKind<Gateway, CloseRequest, Closed>({
  does: "closeRequest",
  load: gateways.load,
  call: (gateway) => gateway.closeRequest,
  asked: z.object({ requestId: z.string() }),
  settle: async (change, { subjectId }, outcome) => {
    if (outcome.is === "unknown") return;
    await change.tx.execute(sql`
      update payment_requests set status = 'closed', says = ${outcome.is === "refused" ? outcome.says : null}
      where id = ${subjectId} and status = 'closing'`);
  },
});
