/** Money through gateways that fits no order by itself, and outcomes that only a person can find out. */
import * as z from "zod";
import { id, money, text, time } from "./fields.ts";
import { listing, operation, pageOf } from "./kit.ts";
import { Order, onlineGateways } from "./order-shapes.ts";
import { plainPageHeaders } from "./page-headers.ts";

export const listGateways = operation({
  name: "payment.listGateways",
  method: "GET",
  path: "/api/admin/payments/gateways",
  right: "orders.read",
  vendor: "closed",
  summary: "List the gateways that are set up, where a customer can be asked to pay.",
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
  gatewayPaymentId: z.string().describe("What the gateway calls the payment."),
  mode: z.enum(["live", "test"]),
  amount: money,
  reason: z.enum(unmatchedReasons),
  order: z
    .object({ id: id("order"), number: z.string(), due: money })
    .nullable()
    .describe("The order that it names, if there is one, and what was due when the payment came."),
  status: z.enum(unmatchedStatuses),
  says: z.string().nullable().describe("Why its refund failed, in the gateway's words."),
  receivedAt: time,
});
export type Unmatched = z.output<typeof Unmatched>;

export const listUnmatched = operation({
  name: "payment.listUnmatched",
  method: "GET",
  path: "/api/admin/payments/unmatched",
  right: "orders.pay",
  vendor: "closed",
  summary: "List payments that settled no order by themselves, the newest first.",
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
  summary: "Count an unmatched payment towards the order that it settles exactly.",
  input: z.strictObject({ id: id("unmatched"), orderId: id("order") }),
  output: Order,
  versioned: true,
  refuses: ["payment.unmatchedUnknown", "payment.matched", "order.unknown", "order.cancelled", "payment.notExact"],
  emits: ["order.paid"],
});

export const refundUnmatched = operation({
  name: "payment.refundUnmatched",
  method: "POST",
  path: "/api/admin/payments/unmatched/{id}/refund",
  right: "orders.refund",
  vendor: "closed",
  summary: "Send an unmatched payment back, whole, through the gateway that took it.",
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
  summary:
    "Put away the notice that a refund failed, once it is known what to do: the order is no longer listed for it.",
  input: z.strictObject({ id: id("order"), refundId: id("refund") }),
  output: Order,
  refuses: ["order.unknown", "refund.unknown", "refund.notFailed"],
});

export const decide = operation({
  name: "payment.decide",
  method: "POST",
  path: "/api/admin/provider-calls/{id}/decide",
  right: "orders.refund",
  vendor: "closed",
  summary:
    "Decide the outcome of a payment call that could not be found out, after looking at the gateway: it happened, or it did not.",
  input: z.strictObject({
    id: id("call"),
    happened: z.boolean(),
    reference: text(200).optional().describe("What the gateway calls it, when it happened."),
  }),
  output: z.object({ orderId: id("order").nullable() }),
  refuses: ["call.unknown", "call.settled", "call.stillTrying", "refund.recorded"],
  emits: ["order.refunded"],
});

export const thankYou = operation({
  name: "payment.thankYou",
  method: "GET",
  path: "/api/payments/thank-you",
  right: "anyone",
  vendor: "open",
  summary: "Show the page that customers come back to from a gateway's own. It says nothing about any order.",
  input: z.strictObject({}),
  ignoresQuery: true,
  output: z.string(),
  refuses: [],
  contentType: "text/html; charset=utf-8",
  headers: plainPageHeaders,
});
