/** Orders: how they are placed, read, edited, paid by hand and cancelled. */
import * as z from "zod";
import { byValueOf } from "./kit/by-value-of.ts";
import {
  address,
  amountMinor,
  eachOnce,
  email,
  id,
  linesMax,
  paragraphs,
  phone,
  quantity,
  searchText,
  tag as tagText,
  text,
  time,
} from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { Message } from "./message.ts";
import {
  Balance,
  balances,
  handMethods,
  LineChange,
  moneyTroubles,
  Order,
  OrderSummary,
  onlineGateways,
  PickingSheet,
  paymentMethods,
  paymentStatus,
  paymentStatuses,
  returnedShares,
  status,
  statuses,
  Totals,
} from "./parts/order-shapes.ts";
import { TimelineEntry } from "./parts/order-timeline-shapes.ts";

/** An order's shapes are part of its area: `order.Order`, `order.Line`. */
export * from "./parts/order-shapes.ts";

/** The filters of the order screens. */
const filters = {
  q: searchText(200)
    .optional()
    .describe(
      "An order number with or without its prefix (QM-100001, #100001, 100001); all or parts of an email address; words of a name in any order, each at least its first two letters; four or more digits of a phone number; a SKU or its beginning; words of an item's title or their beginnings; a tracking number; a payment's reference.",
    ),
  status: z.array(status).min(1).max(statuses.length).optional().describe("Any of these."),
  paymentStatus: z.array(paymentStatus).min(1).max(paymentStatuses.length).optional().describe("Any of these."),
  channel: text(100).optional().describe("The channel's code."),
  customerId: id("customer").optional().describe("Orders of this customer. None for vendor logins."),
  from: time.optional().describe("Placed at or after this time."),
  to: time.optional().describe("Placed before this time."),
  backordered: z.boolean().optional().describe("Whether any of its lines is waiting for stock."),
  returned: z.enum(returnedShares).optional().describe("How much of what has shipped came back."),
  balance: z.enum(balances).optional().describe("Who owes whom. Closed to vendor logins."),
  moneyTrouble: z
    .enum(moneyTroubles)
    .optional()
    .describe(
      "Its last refund failed; one of its payments is disputed; or its last payment was reversed while something is left to ship. Closed to vendor logins.",
    ),
  fulfillable: z.boolean().optional().describe("Whether everything left on it can be shipped now."),
  tag: tagText(50).optional().describe("A tag, in upper or lower case."),
};

export const list = operation({
  name: "order.list",
  method: "GET",
  path: "/api/admin/orders",
  right: "orders.read",
  vendor: "narrowed",
  summary: "List orders, newest first by default.",
  input: z.strictObject({
    ...listing,
    ...filters,
    sort: z.enum(["newest", "oldest", "total"]).default("newest"),
  }),
  output: pageOf(OrderSummary),
  refuses: ["order.moneyHidden"],
});

/** In characters. */
export const noteMax = 5_000;
const wanted = z.strictObject({ variantId: id("variant"), quantity });
const discountRefusals = [
  "discount.unknown",
  "discount.notYet",
  "discount.over",
  "discount.minimum",
  "discount.usedUp",
  "discount.usedByCustomer",
] as const;
const dryRun = z.boolean().default(false).describe("Return the result, and change nothing.");

export const create = operation({
  name: "order.create",
  method: "POST",
  path: "/api/admin/orders",
  right: "orders.write",
  vendor: "closed",
  summary:
    "Place an order for a customer, with stock allocated at once. `dryRun` returns the order as it would be, without a number, and changes nothing.",
  input: z.strictObject({
    email,
    name: text(200),
    phone: phone.optional(),
    address,
    channel: text(100).optional().describe("The channel's code."),
    lines: z.array(wanted).min(1).max(linesMax),
    payment: z
      .enum(paymentMethods)
      .describe(
        "`manual`: pending until marked paid, but confirmed at once if nothing is due. `cod`: cash on delivery, confirmed at once. A gateway, which must be set up: pending until it reports that the customer has paid.",
      ),
    shippingMinor: amountMinor.default(0).describe("The shipping charge, in minor units of the store's currency."),
    discountCode: text(100).optional(),
    note: paragraphs(noteMax).optional().describe("Internal: the first note in its timeline."),
    dryRun,
  }),
  query: ["dryRun"],
  output: Order,
  status: 201,
  versioned: true,
  refuses: [
    "stock.short",
    "variant.unknown",
    "variant.notSold",
    "channel.unknown",
    "channel.closed",
    ...discountRefusals,
    "price.tooLarge",
    "provider.missing",
  ],
  emits: ["order.created"],
});

export const read = operation({
  name: "order.read",
  method: "GET",
  path: "/api/admin/orders/{id}",
  right: "orders.read",
  vendor: "narrowed",
  summary: "Show an order with all its parts.",
  input: z.strictObject({ id: id("order") }),
  output: Order,
  versioned: true,
  refuses: ["order.unknown"],
});

export const timeline = operation({
  name: "order.timeline",
  method: "GET",
  path: "/api/admin/orders/{id}/timeline",
  right: "orders.read",
  vendor: "closed",
  summary:
    "List everything that happened to an order, oldest first: changes and who made them, notes, payments, messages, and the events of the last 30 days with their deliveries.",
  input: z.strictObject({ id: id("order"), ...listing }),
  output: pageOf(TimelineEntry),
  refuses: ["order.unknown"],
});

export const messages = operation({
  name: "order.messages",
  method: "GET",
  path: "/api/admin/orders/{id}/messages",
  right: "messages.read",
  vendor: "closed",
  summary: "List the messages about an order with their recipients and outcomes, newest first.",
  input: z.strictObject({ id: id("order"), ...listing }),
  output: pageOf(Message),
  refuses: ["order.unknown"],
});

/** The result of a change to an order's lines. */
const Edited = z.object({
  order: Order,
  changed: z.array(LineChange),
  totals: z.object({ before: Totals, after: Totals }),
  balance: Balance,
});

export const editLines = operation({
  name: "order.editLines",
  method: "PUT",
  path: "/api/admin/orders/{id}/lines",
  right: "orders.write",
  vendor: "closed",
  summary:
    "Add, change and remove lines, and change the shipping charge and the discount code; stock follows the lines. `dryRun` returns the same and changes nothing.",
  input: z.strictObject({
    id: id("order"),
    add: z.array(wanted).max(linesMax).default([]).describe("New lines, at today's prices."),
    change: z
      .array(z.strictObject({ lineId: id("line"), quantity }))
      .max(linesMax)
      .default([])
      .describe(
        "Existing lines with their new quantities. They keep their price, unless they grow past a quantity break.",
      ),
    remove: eachOnce(z.array(id("line")).max(linesMax)).default([]),
    shippingMinor: amountMinor.optional().describe("The new shipping charge, in minor units; unchanged if left out."),
    discountCode: text(100)
      .nullable()
      .optional()
      .describe(
        "Replaces the order's code, on today's terms; null removes it. A code it already has keeps the agreed terms.",
      ),
    dryRun,
  }),
  query: ["dryRun"],
  output: Edited,
  versioned: true,
  refuses: [
    "order.unknown",
    "order.cancelled",
    "order.locked",
    "order.lineUnknown",
    "order.lastLine",
    "parcel.underWay",
    "price.tooLarge",
    "stock.short",
    "variant.unknown",
    "variant.notSold",
    ...discountRefusals,
  ],
  emits: ["order.edited"],
});

export const editDetails = operation({
  name: "order.editDetails",
  method: "PATCH",
  path: "/api/admin/orders/{id}",
  right: "orders.write",
  vendor: "closed",
  summary: "Correct an order's contact details or address, at any time.",
  input: z.strictObject({
    id: id("order"),
    email: email.optional(),
    name: text(200).optional(),
    phone: phone.nullable().optional(),
    address: address.optional(),
  }),
  output: Order,
  versioned: true,
  refuses: ["order.unknown"],
  emits: ["order.edited"],
});

export const addNote = operation({
  name: "order.addNote",
  method: "POST",
  path: "/api/admin/orders/{id}/notes",
  right: "orders.write",
  vendor: "closed",
  summary: "Add an internal note; it appears in the timeline, but in no event.",
  input: z.strictObject({ id: id("order"), text: paragraphs(noteMax) }),
  output: z.object({
    note: z.object({ id: id("note"), text: z.string(), by: z.string(), at: time }),
    order: Order,
  }),
  status: 201,
  versioned: true,
  refuses: ["order.unknown"],
});

export const removeNote = operation({
  name: "order.removeNote",
  method: "DELETE",
  path: "/api/admin/orders/{id}/notes/{noteId}",
  right: "orders.write",
  vendor: "closed",
  summary: "Remove a note of the caller's own; the audit keeps its text.",
  input: z.strictObject({ id: id("order"), noteId: id("note") }),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "note.unknown", "note.notYours"],
});

export const cancel = operation({
  name: "order.cancel",
  method: "POST",
  path: "/api/admin/orders/{id}/cancel",
  right: "orders.cancel",
  vendor: "closed",
  summary:
    "Cancel an order of which nothing has shipped, and release its stock. `balance` shows what is owed for a paid one.",
  input: z.strictObject({ id: id("order"), reason: paragraphs(500).optional() }),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "order.shipped", "order.cancelled", "parcel.underWay"],
  emits: ["order.cancelled"],
});

export const closeRest = operation({
  name: "order.closeRest",
  method: "POST",
  path: "/api/admin/orders/{id}/close-rest",
  right: "orders.cancel",
  vendor: "closed",
  summary:
    "Close a partially shipped order without the rest: its lines shrink to what has shipped, the rest of their stock is released, and `balance` shows what the customer is owed.",
  input: z.strictObject({ id: id("order"), reason: paragraphs(500).optional() }),
  output: Edited,
  versioned: true,
  refuses: ["order.unknown", "order.notShipped", "order.nothingLeft", "order.cancelled", "parcel.underWay"],
  emits: ["order.edited"],
});

export const tag = operation({
  name: "order.tag",
  method: "PUT",
  path: "/api/admin/orders/{id}/tags",
  right: "orders.write",
  vendor: "closed",
  summary: "Set an order's tags, at any time: words chosen by staff, by which the list can be filtered.",
  input: z.strictObject({
    id: id("order"),
    tags: z
      .array(tagText(50))
      .max(50)
      .describe("The order's complete list of tags. Duplicates count once, regardless of case."),
  }),
  output: Order,
  versioned: true,
  refuses: ["order.unknown"],
  emits: ["order.edited"],
});

export const markPaid = operation({
  name: "order.markPaid",
  method: "POST",
  path: "/api/admin/orders/{id}/mark-paid",
  right: "orders.pay",
  vendor: "closed",
  summary:
    "Record manually that the whole balance was paid, including what an edit has added since, or that a payment failed.",
  input: byValueOf(
    z.strictObject({
      id: id("order"),
      outcome: z.enum(["paid", "failed"]).default("paid"),
      method: z.enum(handMethods).optional().describe("Required if paid; the method tried if failed."),
      reference: text(200).optional().describe("The bank's or receipt's reference."),
      reason: paragraphs(500).optional().describe("Why a payment failed; only with that outcome."),
    }),
    "outcome",
    [{ is: ["paid"], needs: ["method"], without: ["reason"] }],
  ),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "order.cancelled", "order.paid"],
  emits: ["order.paid"],
});

export const markUnpaid = operation({
  name: "order.markUnpaid",
  method: "POST",
  path: "/api/admin/orders/{id}/mark-unpaid",
  right: "orders.pay",
  vendor: "closed",
  summary:
    "Undo a payment recorded manually, or all of them, while nothing has shipped or been refunded; also on a cancelled order. The order is unpaid again once none is left.",
  input: z.strictObject({
    id: id("order"),
    paymentId: id("payment").optional().describe("This payment only; all captured payments if left out."),
  }),
  output: Order,
  versioned: true,
  refuses: [
    "parcel.underWay",
    "order.unknown",
    "order.notPaid",
    "order.paidByGateway",
    "order.locked",
    "payment.unknown",
    "payment.notCaptured",
  ],
  emits: ["order.unpaid", "order.edited"],
});

export const requestPayment = operation({
  name: "order.requestPayment",
  method: "POST",
  path: "/api/admin/orders/{id}/payment-requests",
  right: "orders.pay",
  vendor: "closed",
  summary:
    "Request a gateway's page where the customer pays what is due on the order now. While the amount stays the same, so does the page.",
  input: z.strictObject({ id: id("order"), gateway: z.enum(onlineGateways) }),
  output: Order,
  status: 201,
  versioned: true,
  asks: true,
  refuses: [
    ...(["order.unknown", "order.cancelled", "payment.nothingDue"] as const),
    ...(["payment.collectedOnDelivery", "payment.pending", "provider.missing"] as const),
  ],
});

export const refund = operation({
  name: "order.refund",
  method: "POST",
  path: "/api/admin/orders/{id}/refunds",
  right: "orders.refund",
  vendor: "closed",
  summary:
    "Refund an amount through the gateway that took it: everything left if no amount is given. The refund is pending until the gateway has answered.",
  input: z.strictObject({
    id: id("order"),
    amountMinor: amountMinor.min(1).optional().describe("In minor units of the order's currency."),
    paymentId: id("payment")
      .optional()
      .describe("Refund this payment; by default the newest that covers the amount, otherwise several."),
    reason: paragraphs(500).optional(),
  }),
  output: Order,
  status: 201,
  versioned: true,
  asks: true,
  refuses: [
    "order.unknown",
    "order.notPaid",
    "payment.unknown",
    "refund.nothingLeft",
    "refund.aboveRemaining",
    "refund.impossible",
  ],
});

export const sweepUnpaid = operation({
  name: "order.sweepUnpaid",
  method: "POST",
  path: "/api/admin/orders/sweep-unpaid",
  right: "store.operate",
  vendor: "closed",
  summary:
    "Cancel the orders that have been unpaid longer than the store's window, as the schedule does every 5 minutes.",
  input: z.strictObject({}),
  output: z.object({
    cancelled: z.int(),
    more: z.boolean().describe("Whether it stopped at its limit: run it again."),
  }),
  refuses: [],
  emits: ["order.cancelled"],
  keepsNoAnswer: true,
});

/** As many as fit into a URL: each takes 40 of the 8,192 bytes that CloudFront passes on. */
export const orderIdsMax = 200;

export const pickingSheet = operation({
  name: "order.pickingSheet",
  method: "GET",
  path: "/api/admin/orders/picking-sheet",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Show what to pick for orders that may ship: quantities by location and SKU, and for which orders.",
  input: z.strictObject({
    orderIds: z.array(id("order")).max(orderIdsMax).optional().describe("Only these orders."),
    ...filters,
  }),
  output: PickingSheet,
  refuses: [],
});
