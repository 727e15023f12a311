/** What has become of a page at Stripe. */
import * as z from "zod";
import { answeredAt, type Call } from "#core/provider/call";
import { idText, pageUrl, unixTime } from "#core/provider/fields";
import { done, refused } from "#core/provider/outcome";
import type { Captured, PageRef } from "../gateway.ts";
import { amountOf, no, type StripeSettings, send } from "./api.ts";

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

/** What the customer has to do next. */
export const nextAction = z.object({ type: z.string() }).nullish();

/** Boleto, Konbini, Multibanco, OXXO. Other actions, such as 3-D Secure, are part of paying on the page. */
export const isVoucher = (action: z.output<typeof nextAction>): boolean =>
  action?.type.endsWith("_display_details") === true;

export const voucherSays =
  "The customer has a voucher, and has not paid it yet. It counts once the gateway reports that it is paid.";

const Intent = z.object({
  status: z.string(),
  next_action: nextAction,
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
    const { status: state, next_action, last_payment_error } = intent.as(Intent);
    // Attempts that have failed before share the payment, and so its own time.
    const pending = { ...payment, state: "pending", at: answeredAt(intent) } as const;
    if (state === "processing") return done(pending);
    if (state === "requires_action" && isVoucher(next_action)) return done({ ...pending, says: voucherSays });
    const says = last_payment_error?.message ?? last_payment_error?.code ?? "The payment has failed at Stripe.";
    return failed.has(state) ? { ...refused("declined", says), id: payment_intent } : notPaid;
  },
};
