/** What reports look like. */
import * as z from "zod";
import { currency, day, id, money, time } from "./fields.ts";
import { status } from "./order-shapes.ts";

export const periods = ["day", "week", "month"] as const;

/** Figures of a span of days that was asked for, or of the one before it. */
const days = {
  from: day.describe("The first day."),
  to: day.describe("The last day; both are included."),
};

/** Where the figures of a report come from. */
export const frame = {
  timeZone: z.string().describe("Whose midnights part the days."),
  /** So every order's: it stays once there is an order (`store.currencyInUse`), so sums never mix two. */
  currency: currency.describe("The store's. A sum of more than 9007199254740991 minor units is shown as that many."),
  ...days,
};

const flows = {
  collected: money.describe(
    "What came in during the period, whatever has become of the order. Payments in test mode are left out.",
  ),
  refunded: money.describe("What went back during the period."),
  net: money.describe("What came in, less what went back."),
};

const sums = {
  orders: z
    .int()
    .describe("Orders placed during the period. Cancelled ones count nowhere, whenever they were cancelled."),
  units: z.int().describe("Units that these orders are for, shipped or not."),
  gross: money.describe("What they come to: with shipping and taxes, after discounts."),
  discount: money.describe("What discounts have taken off, already off `gross`."),
  shipping: money.describe("What shipping costs, before a code for free shipping; in `gross`."),
  tax: money.describe("The taxes in `gross`."),
  ...flows,
};

const Sold = z.object({
  from: day.describe("The period's first day. Of a week or a month, only the days that were asked for."),
  to: day.describe("Its last day."),
  ...sums,
});

const SoldBefore = z.object({
  ...days,
  periods: z.array(Sold),
  total: z.object(sums),
});

export const Sales = z.object({
  by: z.enum(periods),
  ...frame,
  periods: z.array(Sold).describe("The oldest first, those without an order too."),
  total: z.object(sums),
  before: SoldBefore.nullable().describe("The same of the days before, as many; of whole months, as many months."),
});
export type Sales = z.output<typeof Sales>;
export type Sold = z.output<typeof Sold>;

export const modes = ["live", "test"] as const;

const Taken = z.object({
  method: z.string().describe("`cash`, `bankTransfer`, or the gateway's code."),
  mode: z.enum(modes).describe("Money of a gateway in test mode is none: `total` leaves it out."),
  payments: z.int(),
  collected: money,
  refunds: z.int(),
  refunded: money,
  net: money,
});

const TakenBefore = z.object({ ...days, methods: z.array(Taken), total: z.object(flows) });

export const Payments = z.object({
  ...frame,
  methods: z.array(Taken).describe("Those that took or gave back anything."),
  total: z.object(flows),
  before: TakenBefore.nullable(),
});
export type Payments = z.output<typeof Payments>;

const SoldProduct = z.object({
  productId: id("product"),
  variantId: id("variant").nullable().describe("Null where variants of a product are counted together."),
  title: z.string(),
  sku: z.string().nullable(),
  units: z.int(),
  revenue: money.describe("What its lines come to: after discounts, as the customer pays them."),
  unitsBefore: z.int().nullable(),
  revenueBefore: money.nullable(),
});

export const Products = z.object({
  ...frame,
  items: z.array(SoldProduct),
  total: z.object({ units: z.int(), revenue: money }).describe("Of all products, also of those that are not shown."),
  before: z.object(days).nullable(),
});
export type Products = z.output<typeof Products>;

const TaxRate = z.object({
  basisPoints: z.int().describe("Hundredths of a per cent: 1800 is 18 %."),
  taxed: money.describe("What the tax is worked out on."),
  tax: money,
});

export const Taxes = z.object({
  ...frame,
  rates: z.array(TaxRate),
  total: z.object({ taxed: money, tax: money }),
});
export type Taxes = z.output<typeof Taxes>;

const ThroughChannel = z.object({
  code: z.string().nullable().describe("The channel's code; null for orders that came through none."),
  name: z.string().nullable(),
  orders: sums.orders,
  units: sums.units,
  gross: sums.gross,
});

export const Channels = z.object({
  ...frame,
  channels: z
    .array(ThroughChannel)
    .describe("The one that brought most first; those through which nothing came are left out."),
  total: z.object({ orders: sums.orders, units: sums.units, gross: sums.gross }),
});
export type Channels = z.output<typeof Channels>;

const Came = z.object({
  productId: id("product").nullable(),
  title: z.string().nullable(),
  reason: z.string().nullable().describe("Null where none was said, or where reasons are counted together."),
  returns: z.int(),
  units: z.int(),
  restocked: z.int().describe("Units of these that went back in stock."),
});

export const Returned = z.object({
  ...frame,
  items: z.array(Came).describe("At most 200, those with most units first."),
  total: z.object({ returns: z.int(), units: z.int(), restocked: z.int() }),
});
export type Returned = z.output<typeof Returned>;

const Valued = z.object({
  id: z.string().nullable().describe("Of the location, category, vendor or product; null where there is none."),
  name: z.string().nullable(),
  units: z.int(),
  value: money.describe(
    "At what they cost; units of a variant without a cost count as nothing. Never above 9007199254740991.",
  ),
  unitsWithoutCost: z.int(),
});

export const StockValue = z.object({
  at: time.describe("As it is now: it is not known for a day that is over."),
  currency,
  items: z.array(Valued).describe("At most 200, the most valuable first."),
  total: z.object({ units: z.int(), value: money, unitsWithoutCost: z.int() }),
});
export type StockValue = z.output<typeof StockValue>;

const Age = z.object({
  daysFrom: z.int().describe("Days since the order was placed, whole ones."),
  daysTo: z.int().nullable().describe("Null for the oldest."),
  orders: z.int(),
  ready: z.int().describe("Of these, all that is left can ship."),
  backordered: z.int().describe("Of these, something waits for goods."),
  units: z.int().describe("Units that have not shipped."),
});

export const Unfulfilled = z.object({ at: time, ages: z.array(Age) });
export type Unfulfilled = z.output<typeof Unfulfilled>;

export const BehindOrder = z.object({
  id: z.string().describe("Of what adds to the figure: the order, the payment, the refund or the return."),
  orderId: id("order"),
  number: z.string(),
  status,
  at: time.describe("When what is counted happened: placed, paid, refunded or returned."),
  units: z.int().nullable().describe("What it adds to the figure in units; null where the figure is money alone."),
  amount: money.nullable().describe("What it adds to the figure in money; null where the figure is units alone."),
});
export type BehindOrder = z.output<typeof BehindOrder>;
