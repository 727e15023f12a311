/** Carts: what shoppers choose, what it costs, and how it becomes an order. They hold no stock. */
import * as z from "zod";
import {
  address,
  addressShown,
  currency,
  email,
  id,
  linesMax,
  money,
  phone,
  quantity,
  text,
  time,
  verbatim,
} from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { paymentMethods, paymentStatus, status, Totals } from "./parts/order-shapes.ts";

/** Any text is accepted: a token that is no cart's only gets `cart.unknown`. */
const token = verbatim(1, 200).describe("The only way to open the cart: treat it as a password.");

export const lineProblems = ["unknown", "notSold", "tooLarge", "short"] as const;
export const problems = ["empty", "incomplete", "lines", "discount", "shipping", "changed", "channel"] as const;

const CartLine = z.object({
  variantId: id("variant"),
  sku: z.string(),
  title: z.string(),
  slug: z.string().nullable().describe("The product's slug; null if it is no longer sold."),
  quantity: z.int(),
  unitPrice: money.describe("The current price, or the order's."),
  unitPriceBefore: money.nullable().describe("The price when the cart was last written, if it was different."),
  total: money,
  problem: z
    .enum(lineProblems)
    .nullable()
    .describe(
      "Why this line cannot be ordered as it is. `tooLarge`: the cart's total would be above the largest possible for an order.",
    ),
});

export const Cart = z.object({
  id: id("cart"),
  lines: z.array(CartLine),
  email: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  address: addressShown.nullable(),
  discountCode: z.string().nullable(),
  discountProblem: z.string().nullable().describe("Why the code takes nothing off, for example `discount.over`."),
  currency,
  totals: Totals,
  problems: z
    .array(z.enum(problems))
    .describe(
      "What prevents checkout. `changed`: the total has changed since the cart was last written; write its lines again to accept it. `channel`: the shop takes no orders now, because its channel is turned off.",
    ),
  channel: z.string().nullable(),
  order: z
    .object({
      id: id("order"),
      number: z.string(),
      status,
      paymentStatus,
      total: money,
      payAt: z.string().nullable().describe("The gateway's payment page, while the order is still to be paid there."),
    })
    .nullable()
    .describe("The order that the cart became. Lines and totals are then the order's."),
  createdAt: time,
  updatedAt: time,
});
export type Cart = z.output<typeof Cart>;

const wanted = z
  .array(z.strictObject({ variantId: id("variant"), quantity }))
  .max(linesMax)
  .describe("The cart's complete contents.");

export const create = operation({
  name: "cart.create",
  method: "POST",
  path: "/api/store/carts",
  right: "storefront",
  vendor: "closed",
  summary:
    "Create a cart. The token that opens it is shown only in this response. Repeating the request creates another, whatever its Idempotency-Key: all shoppers share the shop's key.",
  input: z.strictObject({ lines: wanted.default([]) }),
  output: Cart.extend({ token: z.string() }),
  status: 201,
  keepsNoAnswer: true,
  refuses: ["request.tooMany"],
});

export const read = operation({
  name: "cart.read",
  method: "GET",
  path: "/api/store/carts/{token}",
  right: "storefront",
  vendor: "closed",
  summary: "Show a cart at current prices, with what in it cannot be ordered and why, or the order that it became.",
  input: z.strictObject({ token }),
  output: Cart,
  refuses: ["cart.unknown"],
});

export const setLines = operation({
  name: "cart.setLines",
  method: "PUT",
  path: "/api/store/carts/{token}/lines",
  right: "storefront",
  vendor: "closed",
  summary: "Set a cart's contents. It is priced again; this accepts the current prices.",
  input: z.strictObject({ token, lines: wanted }),
  output: Cart,
  refuses: ["cart.unknown", "cart.ordered", "request.tooMany"],
});

export const setContact = operation({
  name: "cart.setContact",
  method: "PATCH",
  path: "/api/store/carts/{token}",
  right: "storefront",
  vendor: "closed",
  summary: "Set the shopper's details, the address and the discount code. The cart is priced again.",
  input: z.strictObject({
    token,
    email: email.optional(),
    name: text(200).optional(),
    phone: phone.nullable().optional(),
    address: address.optional(),
    discountCode: text(100).nullable().optional(),
  }),
  output: Cart,
  refuses: ["cart.unknown", "cart.ordered", "request.tooMany"],
});

export const checkOut = operation({
  name: "cart.checkOut",
  method: "POST",
  path: "/api/store/carts/{token}/check-out",
  right: "storefront",
  vendor: "closed",
  summary:
    "Turn a cart into an order, only once however often it is called. With a gateway, `order.payAt` is where to pay: send `Prefer: wait=10`, or read the cart until it is there.",
  input: z.strictObject({
    token,
    payment: z.enum(paymentMethods),
    expectedUpdatedAt: time
      .optional()
      .describe(
        "The cart's `updatedAt` as the shopper has seen it: if the cart has been written since, for example in another tab, the answer is `version.stale`.",
      ),
  }),
  output: Cart,
  asks: true,
  refuses: [
    "cart.unknown",
    "cart.notReady",
    "cart.changed",
    "version.stale",
    "stock.short",
    "variant.unknown",
    "variant.notSold",
    "channel.closed",
    "discount.unknown",
    "discount.notYet",
    "discount.over",
    "discount.minimum",
    "discount.usedUp",
    "discount.usedByCustomer",
    "price.tooLarge",
    "order.cancelled",
    "payment.notOffered",
    "payment.nothingDue",
    "payment.pending",
    "provider.missing",
    "request.tooMany",
  ],
  emits: ["order.created"],
});

export const states = ["open", "abandoned", "ordered"] as const;

const CartSummary = z.object({
  id: id("cart"),
  state: z.enum(states),
  email: z.string().nullable(),
  name: z.string().nullable(),
  units: z.int(),
  total: money.describe("The total when the cart was last written."),
  channel: z.string().nullable(),
  order: z.object({ id: id("order"), number: z.string() }).nullable(),
  createdAt: time,
  updatedAt: time,
  abandonedAt: time.nullable(),
});

export const list = operation({
  name: "cart.list",
  method: "GET",
  path: "/api/admin/carts",
  right: "carts.read",
  vendor: "closed",
  summary: "List carts, newest first. No token is shown.",
  input: z.strictObject({ ...listing, state: z.enum(states).optional() }),
  output: pageOf(CartSummary),
  refuses: [],
});

export const inspect = operation({
  name: "cart.inspect",
  method: "GET",
  path: "/api/admin/carts/{id}",
  right: "carts.read",
  vendor: "closed",
  summary: "Show a cart to staff, without its token.",
  input: z.strictObject({ id: id("cart") }),
  output: Cart,
  refuses: ["cart.unknown"],
});
