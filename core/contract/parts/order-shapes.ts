/** Orders and their parts as callers see them; the operations on them are in `order.ts`. */
import * as z from "zod";
import { addressShown, currency, email, id, money, time } from "../kit/fields.ts";
import { Dispute, Payment, PaymentRequest, Refund } from "./order-money-shapes.ts";
import { Parcel } from "./parcel-shapes.ts";

export * from "./order-money-shapes.ts";
export * from "./order-timeline-shapes.ts";
export * from "./parcel-shapes.ts";

export const statuses = ["pending", "confirmed", "partiallyShipped", "shipped", "delivered", "cancelled"] as const;
export const paymentStatuses = ["unpaid", "failed", "paid", "partiallyRefunded", "refunded"] as const;
/** The gateways that call a service, each with its own settings. `test` exists only with TEST_GATEWAY=1. */
export const onlineGateways = ["stripe", "razorpay", "paypal", "chargebee", "test"] as const;
/** How a customer will pay: recorded by staff, cash on delivery, or through a gateway. */
export const paymentMethods = ["manual", "cod", ...onlineGateways] as const;
/** Gateways whose payments are refunded elsewhere. */
export const cannotRefund = ["cod", "manual", "chargebee", "imported"] as const;
/** The methods of payments that staff record by hand. */
export const handMethods = ["cash", "bankTransfer"] as const;
/** How much of what has shipped came back. */
export const returnedShares = ["none", "some", "all"] as const;
/**
 * What about an order's money needs a person: its last refund failed, a customer's bank disputes a payment, or one was
 * reversed before everything has shipped.
 */
export const moneyTroubles = ["refundFailed", "disputed", "paymentReversed"] as const;
export const balances = ["customerOwes", "storeOwes", "even"] as const;

export const status = z.enum(statuses);
export const paymentStatus = z.enum(paymentStatuses);
export type Status = z.output<typeof status>;
export type PaymentStatus = z.output<typeof paymentStatus>;
export type MoneyTrouble = (typeof moneyTroubles)[number];
export type Returned = (typeof returnedShares)[number];

/** The email address in orders of erased customers. It reaches no one and matches no customer. */
export const erasedEmail = "erased@invalid";
/**
 * An order's email address for gateways and carriers, which refuse any other text: imported orders may have any as
 * theirs, or none.
 */
export const usableEmail = (text: string): string | undefined => email.safeParse(text).data;
/** In place of what staff have typed about a customer who was erased since. */
export const erasedText = "Removed: the customer was erased.";
export const Contact = z.object({ email: z.string(), name: z.string(), phone: z.string().nullable() });

const Allocation = z.object({ locationId: id("location"), quantity: z.int() });

/** `quantity` = shipped + Σ allocations + backordered, for a variant whose stock is tracked. */
export const Line = z.object({
  id: id("line"),
  variantId: id("variant"),
  productId: id("product"),
  vendorId: id("vendor").nullable(),
  sku: z.string(),
  title: z
    .string()
    .describe(
      "The variant's title when the line was added. It stays, and so does the price, unless the line grows past a quantity break.",
    ),
  imageUrl: z.string().nullable().describe("A small copy of the product's first image, as it is now."),
  quantity: z.int(),
  unitPrice: money,
  priceListId: id("priceList")
    .nullable()
    .describe("The price list that gave the price; null for the variant's own price, and for vendor logins."),
  discount: money.describe("The line's share of the order's discount."),
  tax: money,
  taxBasisPoints: z.int().describe("Hundredths of a per cent: 1800 is 18 %."),
  total: money.describe("With tax, less its share of the order's discount."),
  tracked: z.boolean().describe("Whether its stock is tracked. If so: quantity = shipped + allocations + backordered."),
  allocations: z.array(Allocation).describe("Units allocated to the line at a location and not yet shipped."),
  backordered: z.int().describe("Units that no location can supply yet."),
  shipped: z.int(),
  returned: z.int(),
});

export const LineChange = z
  .object({ lineId: id("line"), sku: z.string(), before: z.int(), after: z.int() })
  .describe("A line whose quantity has changed; `before` is 0 for a new one, `after` is 0 for a removed one.");

export const Totals = z.object({
  subtotal: money.describe("Quantities times unit prices."),
  discount: money,
  shipping: money,
  tax: money.describe("Part of the subtotal where prices include tax (`taxesInclusive`); on top where they do not."),
  total: money,
});

export const Balance = z
  .object({ direction: z.enum(balances), amount: money })
  .describe("What is still to be settled: total − paid + refunded. A cancelled order's total counts as zero.");

export const Return = z.object({
  id: id("return"),
  lines: z.array(
    z.object({
      lineId: id("line"),
      quantity: z.int(),
      restock: z.boolean().describe("Whether the units went back in stock, at `locationId`."),
      locationId: id("location").nullable(),
    }),
  ),
  reason: z.string().nullable(),
  worth: money
    .nullable()
    .describe(
      "What its goods were sold for, with discount and tax: what to refund, unless a fee is kept. Includes the shipping if it brings back the last unit of the whole order. Null for vendor logins.",
    ),
  recordedAt: time,
});
export type Return = z.output<typeof Return>;

/**
 * An order with all its parts. A vendor login gets only its own lines and their parcels and returns, and null in place
 * of the customer and of other sellers' money.
 */
export const Order = z.object({
  id: id("order"),
  number: z
    .string()
    .describe(
      "For people, such as QM-100001. Empty in a dry run of placing an order, where the `id` does not exist either.",
    ),
  status,
  paymentStatus,
  customerId: id("customer").nullable().describe("Null for vendor logins."),
  contact: Contact.nullable(),
  address: addressShown.nullable(),
  channel: z.string().nullable().describe("The channel's code."),
  paymentMethod: z.enum(paymentMethods).nullable(),
  discountCode: z.string().nullable(),
  tags: z.array(z.string()).describe("Chosen freely by staff. Empty for vendor logins."),
  currency,
  taxesInclusive: z.boolean().describe("Whether prices include tax."),
  lines: z.array(Line),
  totals: Totals.nullable(),
  paid: money.nullable().describe("Payments captured and not reversed."),
  refunded: money.nullable(),
  balance: Balance.nullable(),
  payments: z.array(Payment),
  refunds: z.array(Refund),
  refundable: money
    .nullable()
    .describe("What can still be refunded through the gateways that took the money; pending refunds count as made."),
  paymentRequests: z.array(PaymentRequest).describe("Pages at gateways where the customer pays."),
  disputes: z.array(Dispute),
  parcels: z.array(Parcel),
  returns: z.array(Return),
  unpaidSince: time.nullable().describe("The unpaid window of `order.sweepUnpaid` starts here."),
  cancelledAt: time.nullable(),
  cancelReason: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
  version: z.int().describe("Also the ETag: send it as If-Match."),
});
export type Order = z.output<typeof Order>;

/** A row of the list. Null for vendor logins as in `Order`. */
export const OrderSummary = z.object({
  id: id("order"),
  number: z.string(),
  status,
  paymentStatus,
  paymentMethod: z.enum(paymentMethods).nullable().describe("Null for vendor logins."),
  contact: Contact.nullable(),
  channel: z.string().nullable(),
  tags: z.array(z.string()),
  units: z.int().describe("Units ordered, on all lines that the caller can see."),
  backordered: z.int().describe("Units that wait for stock."),
  returned: z.enum(returnedShares).describe("How much of what has shipped came back."),
  total: money.nullable(),
  balance: Balance.nullable(),
  createdAt: time,
  version: z.int(),
});
export type OrderSummary = z.output<typeof OrderSummary>;

/** What to pick for several orders, by location. */
export const PickingSheet = z.object({
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
          imageUrl: z.string().nullable().describe("A small copy of the product's first image."),
          barcode: z.string().nullable().describe("What a scanner reads, if that is not the SKU."),
          bin: z.string().nullable().describe("Where it is kept; rows are sorted by bin, those without one last."),
          quantity: z.int(),
          orders: z.array(
            z.object({
              id: id("order"),
              number: z.string(),
              quantity: z.int(),
              owes: money
                .nullable()
                .describe(
                  "What the customer of a paid order owes because its total rose afterwards. It may ship anyway.",
                ),
            }),
          ),
        }),
      ),
    }),
  ),
  more: z
    .boolean()
    .describe("Whether more orders matched than fit on one sheet: print these, ship them, and ask again."),
});
