/** What has become of a page at Stripe. */
import * as z from "zod";
import { answeredAt, type Call } from "#core/provider/call";
import { idText, pageUrl, unixTime } from "#core/provider/fields";
import { done, refused } from "#core/provider/outcome";
import type { Captured, PageRef } from "./gateway.ts";
import { amountOf, no, type StripeSettings, send } from "./stripe-api.ts";

export const Session = z.object({
  id: idText,
  // Null once the page is no longer open.
  url: pageUrl.nullable(),
  status: z.string().nullable(),
  payment_status: z.string().nullish(),
  expires_at: unixTime,
  client_reference_id: z.string().nullable(),
});

const Paid = z.object({ payment_intent: idText, amount_total: z.int(), currency: z.string() });

const Intent = z.object({
  status: z.string(),
  last_payment_error: z.object({ message: z.string().nullish(), code: z.string().nullish() }).nullish(),
});

const failed = new Set(["requires_payment_method", "canceled"]);

export const findPayment: Call<StripeSettings, PageRef, Captured> = {
  repeats: { how: "freely" },
  async ask(http, given, { requestId }) {
    const path = `/v1/checkout/sessions/${encodeURIComponent(requestId)}`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status !== 200) return no(answer);
    const { status, payment_status } = answer.as(Session);
    const notPaid = refused("notApproved", "The customer has not paid there.");
    if (payment_status !== "paid" && (status !== "complete" || payment_status !== "unpaid")) return notPaid;
    const { payment_intent, amount_total, currency } = answer.as(Paid);
    const payment = { paymentId: payment_intent, ...amountOf(amount_total, currency) };
    if (payment_status === "paid") return done({ ...payment, state: "succeeded" });
    // A bank debit or a voucher: the page does not say whether it is under way or has failed.
    const intent = await send(http, given, {
      method: "GET",
      path: `/v1/payment_intents/${encodeURIComponent(payment_intent)}`,
    });
    // A restricted key need not be allowed to read payments.
    if (intent.status === 403) return notPaid;
    if (intent.status !== 200) return no(intent);
    const { status: state, last_payment_error } = intent.as(Intent);
    // Attempts that have failed before share the payment, and so its own time.
    if (state === "processing") return done({ ...payment, state: "pending", at: answeredAt(intent) });
    const says = last_payment_error?.message ?? last_payment_error?.code ?? "The payment has failed at Stripe.";
    return failed.has(state) ? { ...refused("declined", says), id: payment_intent } : notPaid;
  },
};
