/** The money of an order as callers see it: payments, refunds, payment pages, disputes. */
import * as z from "zod";
import { id, money, time } from "../kit/fields.ts";

const mode = z.enum(["live", "test"]).describe("`test`: no real money.");

export const Payment = z.object({
  id: id("payment"),
  kind: z.enum(["captured", "failed"]),
  method: z.string().nullable().describe("Null for a failed payment if its method was not recorded."),
  amount: money,
  mode,
  reference: z.string().nullable().describe("The bank's, receipt's or gateway's reference."),
  reason: z.string().nullable(),
  by: z.string().describe("Who recorded it."),
  at: time,
  byHand: z.boolean().describe("Recorded by staff, who can undo it (`order.markUnpaid`)."),
  reversedAt: time.nullable().describe("When it was undone, or the money was returned; it no longer counts."),
  refundable: money.nullable().describe("What can still be refunded; null if its gateway cannot refund."),
});

export const Refund = z.object({
  id: id("refund"),
  paymentId: id("payment"),
  gateway: z.string(),
  mode,
  amount: money,
  status: z
    .enum(["pending", "unknown", "succeeded", "failed"])
    .describe("`unknown`: it may have been made, and counts as made until the outcome is known."),
  gatewayRefundId: z.string().nullable().describe("The gateway's id for it."),
  reason: z.string().nullable(),
  says: z.string().nullable().describe("The gateway's words, if it failed."),
  madeElsewhere: z.boolean().describe("Whether it was made in the gateway's own dashboard."),
  by: z.string(),
  at: time,
  settledAt: time.nullable(),
  dismissedAt: time.nullable().describe("When the notice that it failed was dismissed."),
});
export type Refund = z.output<typeof Refund>;

export const PaymentRequest = z.object({
  id: id("paymentRequest"),
  gateway: z.string(),
  mode,
  amount: money,
  status: z.enum(["asked", "open", "closing", "closed", "paid", "refused"]),
  url: z.string().nullable().describe("Where the customer pays; null until the gateway has answered."),
  says: z.string().nullable().describe("Why nothing has been paid on it; the gateway's own words if it refused."),
  expiresAt: time.nullable(),
  by: z.string(),
  at: time,
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

export const Dispute = z.object({
  id: id("dispute"),
  gateway: z.string(),
  amount: money,
  moneyTaken: z.boolean().describe("False while the customer's bank is only inquiring."),
  reason: z.string(),
  status: z.enum(["open", "won", "lost", "closed"]),
  openedAt: time,
  closedAt: time.nullable(),
});
