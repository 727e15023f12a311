/** Orders: how they are made, read, edited, paid by hand and cancelled. */
import * as z from "zod";
import { byValueOf } from "./by-value-of.ts";
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
  text,
  time,
} from "./fields.ts";
import { listing, operation, pageOf } from "./kit.ts";
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
  TimelineEntry,
  Totals,
} from "./order-shapes.ts";

/** What an order looks like is part of its area: `order.Order`, `order.Line`. */
export * from "./order-shapes.ts";

/** What the order screens filter by. */
const filters = {
  q: text(200)
    .optional()
    .describe(
      "An order number with or without its prefix (QM-100001, #100001, 100001); an e-mail address or parts of one; words of a name in any order, the shortest two letters as a word begins; four digits or more of a phone number; a SKU or its beginning; words of an item's title, as they begin; a tracking number; a payment's reference.",
    ),
  status: z.array(status).min(1).max(statuses.length).optional().describe("In one of these."),
  paymentStatus: z.array(paymentStatus).min(1).max(paymentStatuses.length).optional().describe("In one of these."),
  channel: text(100).optional().describe("The channel's code."),
  customerId: id("customer").optional().describe("Of this customer. None to a vendor login."),
  from: time.optional().describe("Placed at this time or later."),
  to: time.optional().describe("Placed before this time."),
  backordered: z.boolean().optional().describe("Whether any of its lines waits for stock."),
  returned: z.enum(returnedShares).optional().describe("How much of what has shipped came back."),
  balance: z.enum(balances).optional().describe("Who owes whom. Closed to vendor logins."),
  moneyTrouble: z
    .enum(moneyTroubles)
    .optional()
    .describe("Its last refund failed, or a payment of it is disputed. Closed to vendor logins."),
  fulfillable: z.boolean().optional().describe("Whether everything that is left of it can be shipped now."),
  tag: text(50).optional().describe("A tag, in whatever letters."),
};

export const list = operation({
  name: "order.list",
  method: "GET",
  path: "/api/admin/orders",
  right: "orders.read",
  vendor: "narrowed",
  summary: "List orders, the newest first unless asked otherwise.",
  input: z.strictObject({
    ...listing,
    ...filters,
    sort: z.enum(["newest", "oldest", "total"]).default("newest"),
  }),
  output: pageOf(OrderSummary),
  refuses: ["order.moneyHidden"],
});

const wanted = z.strictObject({ variantId: id("variant"), quantity });
const discountRefusals = [
  "discount.unknown",
  "discount.notYet",
  "discount.over",
  "discount.minimum",
  "discount.usedUp",
  "discount.usedByCustomer",
] as const;
const dryRun = z.boolean().default(false).describe("Answer with the result, and change nothing.");

export const create = operation({
  name: "order.create",
  method: "POST",
  path: "/api/admin/orders",
  right: "orders.write",
  vendor: "closed",
  summary:
    "Place an order for a customer: a real order at once, with its stock allocated. `dryRun` answers the order as it would be, without a number, and changes nothing.",
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
        "`manual`: pending until somebody marks it paid, but confirmed at once when nothing is to be paid. `cod`: cash on delivery, confirmed at once. A gateway, which must be set up: pending until it says that the customer has paid.",
      ),
    shippingMinor: amountMinor.default(0).describe("What shipping costs, in minor units of the store's currency."),
    discountCode: text(100).optional(),
    note: paragraphs(5000).optional().describe("Internal: the first note of its timeline."),
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
    "List all that happened to an order, oldest first: changes with who, notes, payments, and the events of the last 30 days with their deliveries.",
  input: z.strictObject({ id: id("order"), ...listing }),
  output: pageOf(TimelineEntry),
  refuses: ["order.unknown"],
});

/** What came of a change of an order's lines. */
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
    "Add, change and remove lines, and change what shipping costs and the discount code; stock moves with the lines. `dryRun` answers the same and changes nothing.",
  input: z.strictObject({
    id: id("order"),
    add: z.array(wanted).max(linesMax).default([]).describe("New lines, at today's prices."),
    change: z
      .array(z.strictObject({ lineId: id("line"), quantity }))
      .max(linesMax)
      .default([])
      .describe("Lines that keep their price, with how many there are to be."),
    remove: eachOnce(z.array(id("line")).max(linesMax)).default([]),
    shippingMinor: amountMinor
      .optional()
      .describe("What shipping costs from now on, in minor units; as it is when nothing is said."),
    discountCode: text(100)
      .nullable()
      .optional()
      .describe(
        "A code in place of the one it has, on today's terms; null takes it away. The code it has already keeps the terms that were agreed.",
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
  summary: "Write an internal note; it stands in the timeline, and no event carries it.",
  input: z.strictObject({ id: id("order"), text: paragraphs(5000) }),
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
  summary: "Remove a note that one has written oneself; the audit keeps what it said.",
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
  summary: "Cancel an order of which nothing has shipped, and free its stock. `balance` says what a paid one is owed.",
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
    "Give up the goods that will not come, of an order that has shipped in part: its lines shrink to what has shipped, their stock is free again, and `balance` says what the customer is owed.",
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
  summary: "Set an order's tags, at any time: words of the staff's own, which its list is filtered by.",
  input: z.strictObject({
    id: id("order"),
    tags: z
      .array(text(50))
      .max(50)
      .describe("All it is to have. The same word twice, in whatever letters, is one tag."),
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
    "Record manually that the whole balance was paid, also what an edit has added since, or that a payment failed.",
  input: byValueOf(
    z.strictObject({
      id: id("order"),
      outcome: z.enum(["paid", "failed"]).default("paid"),
      method: z.enum(handMethods).optional().describe("Needed when paid; what was tried when failed."),
      reference: text(200).optional().describe("What the bank or the receipt calls it."),
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
    "Undo a payment recorded manually, or all of them, while nothing has shipped or been refunded; of a cancelled order too. The order is unpaid again when none is left.",
  input: z.strictObject({
    id: id("order"),
    paymentId: id("payment").optional().describe("This payment only; all that were captured when nothing is said."),
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
    "Ask a gateway for a page where the customer pays what the order owes now. While the amount is the same, so is the page.",
  input: z.strictObject({ id: id("order"), gateway: z.enum(onlineGateways) }),
  output: Order,
  status: 201,
  versioned: true,
  asks: true,
  refuses: ["order.unknown", "order.cancelled", "payment.nothingDue", "provider.missing"],
});

export const refund = operation({
  name: "order.refund",
  method: "POST",
  path: "/api/admin/orders/{id}/refunds",
  right: "orders.refund",
  vendor: "closed",
  summary:
    "Refund an amount through the gateway that took it: all that is left when no amount is said. It is pending until the gateway has answered.",
  input: z.strictObject({
    id: id("order"),
    amountMinor: amountMinor.min(1).optional().describe("In minor units of the order's currency."),
    paymentId: id("payment")
      .optional()
      .describe("Of this payment; else of the newest that covers the amount, else of several."),
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
  summary: "Cancel the orders that have stayed unpaid past the store's window, as the schedule does every 5 minutes.",
  input: z.strictObject({}),
  output: z.object({
    cancelled: z.int(),
    more: z.boolean().describe("It stopped at its bound: run it again."),
  }),
  refuses: [],
  emits: ["order.cancelled"],
  keepsNoAnswer: true,
});

/** As many as fit into an address: each takes 40 of the 8,192 bytes that CloudFront passes on. */
export const orderIdsMax = 200;

export const pickingSheet = operation({
  name: "order.pickingSheet",
  method: "GET",
  path: "/api/admin/orders/picking-sheet",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Say what to fetch for orders that may ship: by location, then SKU, how many, and for which orders.",
  input: z.strictObject({
    orderIds: z.array(id("order")).max(orderIdsMax).optional().describe("These orders only."),
    ...filters,
  }),
  output: PickingSheet,
  refuses: [],
});
