/** Gateway payments that match no order automatically, and outcomes that only a person can decide. */
import * as z from "zod";
import { byValueOf } from "./kit/by-value-of.ts";
import { id, money, text, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { plainPageHeaders } from "./kit/page-headers.ts";
import { Dispute } from "./parts/order-money-shapes.ts";
import { Order, onlineGateways } from "./parts/order-shapes.ts";

export const listGateways = operation({
  name: "payment.listGateways",
  method: "GET",
  path: "/api/admin/payments/gateways",
  right: "orders.read",
  vendor: "closed",
  summary: "List the gateways that are set up and can request payments.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(z.object({ code: z.enum(onlineGateways), label: z.string(), mode: z.enum(["live", "test"]) })),
  }),
  refuses: [],
});

/** Why a payment did not settle its order. */
export const unmatchedReasons = ["unknownOrder", "cancelled", "alreadyPaid", "otherAmount", "otherCurrency"] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];

export const unmatchedStatuses = ["open", "refunding", "matched", "refunded"] as const;

export const Unmatched = z.object({
  id: id("unmatched"),
  gateway: z.string(),
  gatewayPaymentId: z.string().describe("The gateway's id for the payment."),
  mode: z.enum(["live", "test"]),
  amount: money.describe("What is left of it: without parts that were refunded in the gateway's dashboard."),
  reason: z
    .enum(unmatchedReasons)
    .describe("`alreadyPaid`: also if a carrier is to collect the order's money on delivery."),
  order: z
    .object({ id: id("order"), number: z.string(), due: money })
    .nullable()
    .describe("The order that it names, if it exists, and what was due when the payment arrived."),
  status: z.enum(unmatchedStatuses),
  says: z.string().nullable().describe("The gateway's words if its refund failed."),
  disputes: z.array(Dispute).describe("Answer an open one at the gateway before you match or refund the payment."),
  receivedAt: time,
});
export type Unmatched = z.output<typeof Unmatched>;

export const listUnmatched = operation({
  name: "payment.listUnmatched",
  method: "GET",
  path: "/api/admin/payments/unmatched",
  right: "orders.pay",
  vendor: "closed",
  summary: "List payments that could not be matched to an order automatically, newest first.",
  input: z.strictObject({
    status: z.enum(unmatchedStatuses).default("open"),
    ...listing,
  }),
  output: pageOf(Unmatched),
  refuses: [],
});

export const match = operation({
  name: "payment.match",
  method: "POST",
  path: "/api/admin/payments/unmatched/{id}/match",
  right: "orders.pay",
  vendor: "closed",
  summary:
    "Match an unmatched payment to the order that it pays exactly. One of test mode pays none while a gateway is in live mode.",
  input: z.strictObject({ id: id("unmatched"), orderId: id("order") }),
  output: Order,
  versioned: true,
  refuses: [
    "payment.unmatchedUnknown",
    "payment.matched",
    "payment.testMode",
    "order.unknown",
    "order.cancelled",
    "payment.notExact",
  ],
  emits: ["order.paid"],
});

export const refundUnmatched = operation({
  name: "payment.refundUnmatched",
  method: "POST",
  path: "/api/admin/payments/unmatched/{id}/refund",
  right: "orders.refund",
  vendor: "closed",
  summary: "Refund what is left of an unmatched payment, through the gateway that took it.",
  input: z.strictObject({ id: id("unmatched") }),
  output: Unmatched,
  asks: true,
  refuses: ["payment.unmatchedUnknown", "payment.matched", "refund.impossible", "provider.missing"],
});

export const dismissRefund = operation({
  name: "payment.dismissRefund",
  method: "POST",
  path: "/api/admin/orders/{id}/refunds/{refundId}/dismiss",
  right: "orders.refund",
  vendor: "closed",
  summary: "Dismiss the notice that a refund failed, once it has been handled: the order is no longer listed for it.",
  input: z.strictObject({ id: id("order"), refundId: id("refund") }),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "refund.unknown", "refund.notFailed"],
});

export const decide = operation({
  name: "payment.decide",
  method: "POST",
  path: "/api/admin/provider-calls/{id}/decide",
  right: "orders.refund",
  vendor: "closed",
  summary:
    "Record the outcome of a gateway call that could not be found out automatically, after checking with the gateway: it happened, or it did not.",
  input: byValueOf(
    z.strictObject({
      id: id("call"),
      happened: z.boolean(),
      reference: text(200).optional().describe("The gateway's reference, if it happened."),
    }),
    "happened",
    [{ is: [false], without: ["reference"] }],
  ),
  output: z.object({ orderId: id("order").nullable() }),
  refuses: ["call.unknown", "call.settled", "call.stillTrying", "refund.recorded", "refund.abovePaid"],
  emits: ["order.refunded"],
});

export const thankYou = operation({
  name: "payment.thankYou",
  method: "GET",
  path: "/api/payments/thank-you",
  right: "anyone",
  vendor: "open",
  summary: "Show the page to which customers return from a gateway. It contains nothing about any order.",
  input: z.strictObject({}),
  ignoresQuery: true,
  output: z.string(),
  refuses: [],
  contentType: "text/html; charset=utf-8",
  headers: plainPageHeaders,
});
