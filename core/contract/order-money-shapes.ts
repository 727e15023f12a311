/** The money of an order as whoever asks sees it: payments, refunds, pages to pay at, disputes. */
import * as z from "zod";
import { id, money, time } from "./fields.ts";

const mode = z.enum(["live", "test"]).describe("`test`: no real money.");

export const Payment = z.object({
  id: id("payment"),
  kind: z.enum(["captured", "failed"]),
  method: z.string().nullable().describe("Null for a payment that failed, when nobody said how it was tried."),
  amount: money,
  mode,
  reference: z.string().nullable().describe("What the bank, the receipt or the gateway calls it."),
  reason: z.string().nullable(),
  by: z.string().describe("Who recorded it."),
  at: time,
  byHand: z.boolean().describe("Recorded by staff, who can undo it (`order.markUnpaid`)."),
  reversedAt: time.nullable().describe("When it was undone, or the money was returned: it no longer counts."),
  refundable: money.nullable().describe("What is left of it to refund; null where its gateway cannot refund."),
});

export const Refund = z.object({
  id: id("refund"),
  paymentId: id("payment"),
  gateway: z.string(),
  mode,
  amount: money,
  status: z
    .enum(["pending", "unknown", "succeeded", "failed"])
    .describe("`unknown`: it may have been made; it counts as if it had, until that is found out."),
  gatewayRefundId: z.string().nullable().describe("What the gateway calls it."),
  reason: z.string().nullable(),
  says: z.string().nullable().describe("The gateway's words, when it failed."),
  madeElsewhere: z.boolean().describe("In the gateway's own dashboard."),
  by: z.string(),
  at: time,
  settledAt: time.nullable(),
  dismissedAt: time.nullable().describe("When somebody put away the notice that it failed."),
});
export type Refund = z.output<typeof Refund>;

export const PaymentRequest = z.object({
  id: id("paymentRequest"),
  gateway: z.string(),
  mode,
  amount: money,
  status: z.enum(["asked", "open", "closing", "closed", "paid", "refused"]),
  url: z.string().nullable().describe("Where the customer pays; null until the gateway has answered."),
  says: z.string().nullable().describe("The gateway's words, when it refused."),
  expiresAt: time.nullable(),
  by: z.string(),
  at: time,
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

export const Dispute = z.object({
  id: id("dispute"),
  gateway: z.string(),
  amount: money,
  moneyTaken: z.boolean().describe("False while it is only a question of the customer's bank."),
  reason: z.string(),
  status: z.enum(["open", "won", "lost", "closed"]),
  openedAt: time,
  closedAt: time.nullable(),
});
