/** Orders: how they are made, read, edited, paid by hand and cancelled (SPEC §5, §7, §15). */
import * as z from "zod";
import { eventNames } from "./events.ts";
import { address, amountMinor, currency, email, id, money, phone, quantity, text, time } from "./fields.ts";
import { listing, operation, pageOf } from "./kit.ts";

export const statuses = ["pending", "confirmed", "partiallyShipped", "shipped", "delivered", "cancelled"] as const;
export const paymentStatuses = ["unpaid", "failed", "paid", "partiallyRefunded", "refunded"] as const;
/** How a customer means to pay: by hand when the shop says so, or in cash when the parcel comes. */
export const paymentMethods = ["manual", "cod"] as const;
/** How a payment that staff record by hand came in. */
export const handMethods = ["cash", "bankTransfer"] as const;
export const carriers = ["manual"] as const;

export const status = z.enum(statuses);
export const paymentStatus = z.enum(paymentStatuses);
export type Status = z.output<typeof status>;
export type PaymentStatus = z.output<typeof paymentStatus>;

export const Contact = z.object({ email: z.string(), name: z.string(), phone: z.string().nullable() });

/** Units promised to a line at a location and not yet shipped. */
const Allocation = z.object({ locationId: id("location"), quantity: z.int() });

/** `quantity` = shipped + Σ allocations + waiting, for a variant whose stock is tracked. */
export const Line = z.object({
  id: id("line"),
  variantId: id("variant"),
  productId: id("product"),
  vendorId: id("vendor").nullable(),
  sku: z.string(),
  title: z.string(),
  quantity: z.int(),
  unitPrice: money,
  discount: money,
  tax: money,
  taxBasisPoints: z.int(),
  /** With tax, and with its share of the order's discount. */
  total: money,
  tracked: z.boolean(),
  allocations: z.array(Allocation),
  waiting: z.int(),
  shipped: z.int(),
  returned: z.int(),
});

/** `tax` is part of `subtotal` where prices hold their tax, and comes on top where they do not. */
export const Totals = z.object({ subtotal: money, discount: money, shipping: money, tax: money, total: money });

/** What is still to be settled: total − captured + refunded; a cancelled order's total counts as nothing. */
export const Balance = z.object({ direction: z.enum(["customerOwes", "storeOwes", "even"]), amount: money });

export const Payment = z.object({
  id: id("payment"),
  kind: z.enum(["captured", "failed"]),
  method: z.string(),
  amount: money,
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  by: z.string(),
  at: time,
  /** When the order was marked unpaid again: it counts no more. */
  reversedAt: time.nullable(),
});

export const Parcel = z.object({
  id: id("parcel"),
  carrier: z.enum(carriers),
  service: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  labelUrl: z.string().nullable(),
  status: z.enum(["shipped", "delivered"]),
  locationId: id("location"),
  lines: z.array(z.object({ lineId: id("line"), quantity: z.int() })),
  shippedAt: time,
  deliveredAt: time.nullable(),
});
export type Parcel = z.output<typeof Parcel>;

export const Return = z.object({
  id: id("return"),
  lines: z.array(
    z.object({
      lineId: id("line"),
      quantity: z.int(),
      restock: z.boolean(),
      locationId: id("location").nullable(),
    }),
  ),
  reason: z.string().nullable(),
  recordedAt: time,
});
export type Return = z.output<typeof Return>;

/**
 * An order with all its parts. A vendor login gets it with its own lines and the parcels and returns of those, and with
 * null where the customer or other sellers' money would be (SPEC §17).
 */
export const Order = z.object({
  id: id("order"),
  number: z.string(),
  status,
  paymentStatus,
  contact: Contact.nullable(),
  address: address.nullable(),
  channel: z.string().nullable(),
  paymentMethod: z.enum(paymentMethods).nullable(),
  discountCode: z.string().nullable(),
  currency,
  taxesInclusive: z.boolean(),
  lines: z.array(Line),
  totals: Totals.nullable(),
  paid: money.nullable(),
  refunded: money.nullable(),
  balance: Balance.nullable(),
  payments: z.array(Payment),
  parcels: z.array(Parcel),
  returns: z.array(Return),
  /** The sweep counts its window from here. */
  unpaidSince: time.nullable(),
  cancelledAt: time.nullable(),
  cancelReason: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
  version: z.int(),
});
export type Order = z.output<typeof Order>;

/** A row of the list. Null for a vendor login as in `Order`. */
export const OrderSummary = z.object({
  id: id("order"),
  number: z.string(),
  status,
  paymentStatus,
  contact: Contact.nullable(),
  channel: z.string().nullable(),
  /** Units ordered, over all lines that may be seen. */
  units: z.int(),
  /** Units that wait for stock. */
  waiting: z.int(),
  total: money.nullable(),
  balance: Balance.nullable(),
  createdAt: time,
  version: z.int(),
});
export type OrderSummary = z.output<typeof OrderSummary>;

/** What the order screens filter by. `q`: a number, e-mail, phone or SKU exactly, or three letters of a name or e-mail. */
export const filters = {
  q: text(200).optional(),
  status: status.optional(),
  paymentStatus: paymentStatus.optional(),
  channel: text(100).optional(),
  from: time.optional(),
  to: time.optional(),
  waiting: z.boolean().optional(),
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
/** More lines than any basket has; it bounds the work of one request. */
export const linesMax = 200;

export const create = operation({
  name: "order.create",
  method: "POST",
  path: "/api/admin/orders",
  right: "orders.write",
  vendor: "closed",
  summary: "Place an order for a customer: a real order at once, with its stock promised.",
  input: z.strictObject({
    email,
    name: text(200),
    phone: phone.optional(),
    address,
    channel: text(100).optional(),
    lines: z.array(wanted).min(1).max(linesMax),
    payment: z.enum(paymentMethods),
    shippingMinor: amountMinor.default(0),
    discountCode: text(100).optional(),
    note: text(5000).optional(),
  }),
  output: Order,
  status: 201,
  versioned: true,
  refuses: [
    "stock.short",
    "variant.unknown",
    "variant.notSold",
    "channel.unknown",
    "discount.unknown",
    "discount.notYet",
    "discount.over",
    "discount.minimum",
    "discount.usedUp",
    "price.tooLarge",
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

const By = z.object({
  kind: z.string(),
  id: z.string().nullable(),
  name: z.string(),
  role: z.string().nullable(),
});

export const TimelineEntry = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("change"),
    id: id("audit"),
    at: time,
    changeId: id("change"),
    by: By,
    action: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
  }),
  z.object({
    type: z.literal("event"),
    id: id("event"),
    at: time,
    changeId: id("change"),
    name: z.enum(eventNames),
    /** When the bus took it; null until then. */
    sentAt: time.nullable(),
    /** How far the webhook deliveries of the event are. */
    deliveries: z.object({ pending: z.int(), delivered: z.int(), dead: z.int() }),
  }),
  z.object({ type: z.literal("note"), id: id("note"), at: time, by: z.string(), text: z.string() }),
  z.object({
    type: z.literal("payment"),
    id: id("payment"),
    at: time,
    by: z.string(),
    kind: z.enum(["captured", "failed"]),
    method: z.string(),
    amount: money,
    reference: z.string().nullable(),
    reason: z.string().nullable(),
    reversedAt: time.nullable(),
  }),
]);
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const timeline = operation({
  name: "order.timeline",
  method: "GET",
  path: "/api/admin/orders/{id}/timeline",
  right: "orders.read",
  vendor: "closed",
  summary: "Tell an order's story, oldest first: changes with who, events and their deliveries, notes, payments.",
  input: z.strictObject({ id: id("order"), ...listing }),
  output: pageOf(TimelineEntry),
  refuses: ["order.unknown"],
});

export const editLines = operation({
  name: "order.editLines",
  method: "PUT",
  path: "/api/admin/orders/{id}/lines",
  right: "orders.write",
  vendor: "closed",
  summary: "Add, change and remove lines; stock moves with them. `dryRun` answers the same and changes nothing.",
  input: z.strictObject({
    id: id("order"),
    add: z.array(wanted).max(linesMax).default([]),
    change: z
      .array(z.strictObject({ lineId: id("line"), quantity }))
      .max(linesMax)
      .default([]),
    remove: z.array(id("line")).max(linesMax).default([]),
    dryRun: z.boolean().default(false),
  }),
  query: ["dryRun"],
  output: z.object({
    order: Order,
    changed: z.array(z.object({ lineId: id("line"), sku: z.string(), before: z.int(), after: z.int() })),
    totals: z.object({ before: Totals, after: Totals }),
    balance: Balance,
  }),
  versioned: true,
  refuses: [
    "order.unknown",
    "order.cancelled",
    "order.locked",
    "order.lineUnknown",
    "order.lastLine",
    "price.tooLarge",
    "stock.short",
    "variant.unknown",
    "variant.notSold",
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
  input: z.strictObject({ id: id("order"), text: text(5000) }),
  output: z.object({
    note: z.object({ id: id("note"), text: z.string(), by: z.string(), at: time }),
    order: Order,
  }),
  status: 201,
  versioned: true,
  refuses: ["order.unknown"],
});

export const cancel = operation({
  name: "order.cancel",
  method: "POST",
  path: "/api/admin/orders/{id}/cancel",
  right: "orders.cancel",
  vendor: "closed",
  summary: "Cancel an order of which nothing has shipped, and free its stock. `balance` says what a paid one is owed.",
  input: z.strictObject({ id: id("order"), reason: text(500).optional() }),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "order.shipped", "order.cancelled"],
  emits: ["order.cancelled"],
});

export const markPaid = operation({
  name: "order.markPaid",
  method: "POST",
  path: "/api/admin/orders/{id}/mark-paid",
  right: "orders.pay",
  vendor: "closed",
  summary:
    "Record by hand that the whole balance was paid, also what an edit has added since, or that a payment failed.",
  input: z.strictObject({
    id: id("order"),
    outcome: z.enum(["paid", "failed"]).default("paid"),
    /** Needed when paid; what was tried when failed. */
    method: z.enum(handMethods).optional(),
    reference: text(200).optional(),
    reason: text(500).optional(),
  }),
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
  summary: "Undo a payment marked by hand, while nothing has shipped or been refunded.",
  input: z.strictObject({ id: id("order") }),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "order.cancelled", "order.notPaid", "order.paidByGateway", "order.locked"],
  emits: ["order.unpaid"],
});

export const sweepUnpaid = operation({
  name: "order.sweepUnpaid",
  method: "POST",
  path: "/api/admin/orders/sweep-unpaid",
  right: "store.operate",
  vendor: "closed",
  summary: "Cancel the orders that have stayed unpaid past the store's window, as the schedule does every 5 minutes.",
  input: z.strictObject({}),
  /** `more`: it stopped at its bound, and the next run goes on. */
  output: z.object({ cancelled: z.int(), more: z.boolean() }),
  refuses: [],
  emits: ["order.cancelled"],
});

export const pickingSheet = operation({
  name: "order.pickingSheet",
  method: "GET",
  path: "/api/admin/orders/picking-sheet",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "Say what to fetch for orders that may ship: by location, then SKU, how many, and for which orders.",
  input: z.strictObject({ orderIds: z.array(id("order")).max(500).optional(), ...filters }),
  output: z.object({
    locations: z.array(
      z.object({
        locationId: id("location"),
        code: z.string(),
        name: z.string(),
        rows: z.array(
          z.object({
            variantId: id("variant"),
            sku: z.string(),
            title: z.string(),
            quantity: z.int(),
            orders: z.array(z.object({ id: id("order"), number: z.string(), quantity: z.int() })),
          }),
        ),
      }),
    ),
    /** More orders matched than one sheet takes: print these, ship them, and ask again. */
    more: z.boolean(),
  }),
  refuses: [],
});
