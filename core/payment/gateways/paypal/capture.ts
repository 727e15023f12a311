/** What PayPal's orders show of captures and their refunds. */
import * as z from "zod";
import { idText } from "#core/provider/fields";
import { absent, done, type Found, refused } from "#core/provider/outcome";
import type { Captured } from "../gateway.ts";
import type { RefundWords } from "../refund-shown.ts";
import { amountOf, Money, timeOf } from "./api.ts";

export const Refund = z.object({ id: idText, status: z.string(), amount: Money.nullish() });
/** Why a capture is pending. */
export const Details = z.object({ reason: z.string().nullish() }).nullish().catch(null);
const Capture = z.object({
  ...{ id: idText, status: z.string(), amount: Money, create_time: z.string().nullish() },
  status_details: Details,
});
/** Only the refund that is looked for is read: another that cannot be says nothing about it. */
const Payments = z.object({ captures: z.array(z.unknown()).default([]), refunds: z.array(z.unknown()).default([]) });
export const Order = z.object({ purchase_units: z.array(z.object({ payments: Payments.optional() })) });
export const Brief = Order.partial();

/** What was refunded in part was captured as well. */
const taken = new Set(["COMPLETED", "PARTIALLY_REFUNDED"]);
const declined = new Set(["DECLINED", "FAILED"]);

/** After a declined capture, another may have succeeded. */
export function captureIn({ purchase_units = [] }: z.output<typeof Brief>): Found<Captured> {
  const captures = z.array(Capture).parse(purchase_units.flatMap(({ payments }) => payments?.captures ?? []));
  const capture = captures.find(({ status }) => !declined.has(status)) ?? captures[0];
  if (!capture) return absent;
  const { id, status, amount, create_time, status_details } = capture;
  if (declined.has(status)) return { ...refused("declined", "PayPal could not take the money."), id };
  if (status === "REFUNDED") return { ...refused("declined", "It was paid, and then refunded at PayPal."), id };
  const payment = { paymentId: id, ...amountOf(amount), at: timeOf(create_time) ?? undefined };
  if (!taken.has(status)) return done({ ...payment, state: "pending", says: heldSays(status_details) });
  const refunds = status === "COMPLETED" ? [] : purchase_units.flatMap(({ payments }) => payments?.refunds ?? []);
  return done({ ...payment, state: "succeeded", refunds: refunds.flatMap(refundIn) });
}

/** PayPal waits for the store itself: in another currency than its account has, for example. After 30 days it pays back. */
const held = new Set([
  ...["RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION", "INTERNATIONAL_WITHDRAWAL", "UNILATERAL", "VERIFICATION_REQUIRED"],
]);

/** What staff are told of a pending capture; undefined if they can only wait. */
export const heldSays = (details: z.output<typeof Details>): string | undefined =>
  held.has(details?.reason ?? "")
    ? "PayPal holds the payment until you have accepted it: sign in to PayPal, and do what it asks for. It counts once PayPal reports that it is completed."
    : undefined;

export const words: RefundWords = { COMPLETED: "succeeded", PENDING: "pending", FAILED: "failed", CANCELLED: "failed" };

/** What cannot be read says nothing about the capture. */
function refundIn(shown: unknown): NonNullable<Captured["refunds"]> {
  const { id, status, amount } = Refund.safeParse(shown).data ?? {};
  return id && status && amount ? [{ refundId: id, state: words[status] ?? "pending", ...amountOf(amount) }] : [];
}
