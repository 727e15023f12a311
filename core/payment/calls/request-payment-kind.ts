import * as z from "zod";
import { callKind } from "#core/call/call-kind";
import { time } from "#core/contract/kit/fields";
import { sql } from "#core/db/drizzle";
import { lockedOrder, touchOrder } from "#core/order/lock";
import { gateways } from "#core/payment/gateway-family";
import type { Gateway, PaymentPage, PaymentPageRequest } from "#core/payment/gateways/gateway";
import { closeStale } from "#core/payment/requests/close-requests";
import { sendPaymentLink } from "./send-payment-link.ts";

const Input = z.object({
  id: z.string(),
  orderId: z.string(),
  description: z.string(),
  returnUrl: z.string(),
  email: z.string().optional(),
  amountMinor: z.int(),
  currency: z.string(),
  at: time,
  /** Requested by the check-out of a shop: the shopper is at the page already. */
  byShopper: z.boolean().default(false),
});
/** The stored input of the call. */
export type PaymentPageInput = z.input<typeof Input>;

/** On success the page is open; if the customer can no longer pay that by then, it is closed again. */
export const requestPaymentKind = callKind<Gateway, PaymentPageRequest, PaymentPage>({
  does: "requestPayment",
  load: gateways.load,
  call: (gateway) => gateway.requestPayment,
  modeIn: "payment_requests",
  asked: Input,
  settle: async (change, { subjectId, orderId, asked }, outcome) => {
    if (outcome.is === "unknown" || orderId === null) return;
    const row = await lockedOrder(change, { id: orderId });
    if (outcome.is === "refused") {
      await change.tx.execute(sql`
        update payment_requests set status = 'refused', says = ${outcome.says} where id = ${subjectId} and status = 'asked'`);
    } else {
      const { requestId, url, expiresAt } = outcome.value;
      await change.tx.execute(sql`
        update payment_requests set status = 'open', gateway_request_id = ${requestId}, url = ${url},
          expires_at = ${expiresAt?.toISOString() ?? null}::timestamptz
        where id = ${subjectId} and status in ('asked', 'closing')`);
      await closeStale(change, row);
      const { byShopper } = Input.parse(asked);
      await sendPaymentLink(change, orderId, subjectId, byShopper ? ["email"] : ["email", "sms"]);
    }
    await touchOrder(change, orderId);
  },
});
