/** Stripe's refunds, as its answers and its events show them. */
import * as z from "zod";
import { idText } from "#core/provider/fields";
import type { Fields, Http } from "#core/provider/http";
import type { Found } from "#core/provider/outcome";
import type { Refunded, RefundRequest } from "../gateway.ts";
import { type RefundWords, refundShown } from "../refund-shown.ts";
import { amountOf, type StripeSettings, search } from "./api.ts";

export const Refund = z.object({
  id: idText,
  amount: z.int(),
  currency: z.string(),
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  payment_intent: z.string().nullish(),
  charge: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

export async function findRefund(http: Http, given: StripeSettings, asked: RefundRequest): Promise<Found<Refunded>> {
  const mine = (one: z.output<typeof Refund>) => one.metadata?.["refund_id"] === asked.id;
  const found = await search(http, given, "/v1/refunds", paymentIn(asked.paymentId), Refund, mine);
  return found.is === "done" ? refundOf(found.value, asked) : found;
}

const words: RefundWords = {
  ...({ succeeded: "succeeded", pending: "pending", requires_action: "pending" } as const),
  ...({ failed: "failed", canceled: "failed" } as const),
};

export function refundOf(
  { id, status, amount, currency, failure_reason }: z.output<typeof Refund>,
  asked: RefundRequest,
) {
  const says = refundFailure(failure_reason);
  return refundShown({ id, status: status ?? "pending", amount: amountOf(amount, currency), says }, asked, words);
}

export const paymentIn = (paymentId: string): Fields =>
  paymentId.startsWith("pi_") ? { payment_intent: paymentId } : { charge: paymentId };

const failures: Readonly<Record<string, string>> = {
  lost_or_stolen_card: "The customer's card was lost or stolen.",
  expired_or_canceled_card: "The customer's card has expired or was cancelled.",
  charge_for_pending_refund_disputed: "The customer has disputed the payment.",
  insufficient_funds: "The balance at Stripe did not cover it.",
  declined: "The customer's bank has declined it.",
  merchant_request: "It was cancelled at Stripe.",
  unknown: "Stripe does not know why.",
};

/** Why a refund has failed, for staff, who would not understand Stripe's word. */
export const refundFailure = (word: string | null | undefined): string | undefined =>
  word ? (failures[word] ?? `Stripe says: ${word.replaceAll("_", " ")}.`) : undefined;
