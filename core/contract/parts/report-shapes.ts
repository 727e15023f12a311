/** The shapes of reports. */
import * as z from "zod";
import { currency, day, id, money, time } from "../kit/fields.ts";
import { status } from "./order-shapes.ts";

export const periods = ["day", "week", "month"] as const;

/** The period that was asked for, or the one before it. */
const days = {
  from: day.describe("The first day."),
  to: day.describe("The last day; both are included."),
};

/** The time zone and currency of a report's figures. */
export const frame = {
  timeZone: z.string().describe("The time zone in which days begin and end."),
  /** The store's, which cannot change once there is an order (`store.currencyInUse`), so sums never mix currencies. */
  currency: currency.describe("The store's. A sum over 9007199254740991 minor units is shown as that amount."),
  ...days,
};

const flows = {
  collected: money.describe(
    "What was received during the period, including for orders cancelled since. Payments in test mode are left out.",
  ),
  refunded: money.describe("What was refunded during the period."),
  net: money.describe("Collected less refunded."),
};

const sums = {
  orders: z.int().describe("Orders placed during the period, without cancelled ones, whenever they were cancelled."),
  units: z.int().describe("Units on these orders, shipped or not."),
  gross: money.describe("Their totals: with shipping and taxes, after discounts."),
  discount: money.describe("Discounts, already deducted from `gross`."),
  shipping: money.describe("Shipping charges before free-shipping codes; included in `gross`."),
  tax: money.describe("The taxes included in `gross`."),
  ...flows,
};

const Sold = z.object({
  from: day.describe("The period's first day. Weeks and months are cut to the days that were asked for."),
  to: day.describe("The period's last day."),
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
  periods: z.array(Sold).describe("Oldest first, including periods without orders."),
  total: z.object(sums),
  before: SoldBefore.nullable().describe("The same for as many days before; for whole months, as many months before."),
});
export type Sales = z.output<typeof Sales>;
export type Sold = z.output<typeof Sold>;

export const modes = ["live", "test"] as const;

const Taken = z.object({
  method: z.string().describe("`cash`, `bankTransfer`, or the gateway's code."),
  mode: z.enum(modes).describe("Test-mode amounts are not real money: `total` leaves them out."),
  payments: z.int(),
  collected: money,
  refunds: z.int(),
  refunded: money,
  net: money,
});

const TakenBefore = z.object({ ...days, methods: z.array(Taken), total: z.object(flows) });

export const Payments = z.object({
  ...frame,
  methods: z.array(Taken).describe("Methods with any payments or refunds."),
  total: z.object(flows),
  before: TakenBefore.nullable(),
});
export type Payments = z.output<typeof Payments>;

const SoldProduct = z.object({
  productId: id("product"),
  variantId: id("variant").nullable().describe("Null if a product's variants are counted together."),
  title: z.string(),
  sku: z.string().nullable(),
  units: z.int(),
  revenue: money.describe("The total of its lines: after discounts, as the customer pays them."),
  unitsBefore: z.int().nullable(),
  revenueBefore: money.nullable(),
});

export const Products = z.object({
  ...frame,
  items: z.array(SoldProduct),
  total: z.object({ units: z.int(), revenue: money }).describe("For all products, including those not shown."),
  before: z.object(days).nullable(),
});
export type Products = z.output<typeof Products>;

const TaxRate = z.object({
  basisPoints: z.int().describe("Hundredths of a per cent: 1800 is 18 %."),
  taxed: money.describe("The amount that the tax is computed on."),
  tax: money,
});

export const Taxes = z.object({
  ...frame,
  rates: z.array(TaxRate),
  total: z.object({ taxed: money, tax: money }),
});
export type Taxes = z.output<typeof Taxes>;

const ThroughChannel = z.object({
  code: z.string().nullable().describe("The channel's code; null for orders without a channel."),
  name: z.string().nullable(),
  orders: sums.orders,
  units: sums.units,
  gross: sums.gross,
});

export const Channels = z.object({
  ...frame,
  channels: z
    .array(ThroughChannel)
    .describe("The channel with the highest sales first; channels without sales are left out."),
  total: z.object({ orders: sums.orders, units: sums.units, gross: sums.gross }),
});
export type Channels = z.output<typeof Channels>;

/** Of returned goods and of stock; their totals are of all. */
export const groupsMax = 200;

const Came = z.object({
  productId: id("product").nullable(),
  title: z.string().nullable(),
  reason: z.string().nullable().describe("Null if none was given, or if reasons are counted together."),
  returns: z.int(),
  units: z.int(),
  restocked: z.int().describe("How many of these units went back in stock."),
});

export const Returned = z.object({
  ...frame,
  items: z.array(Came).describe(`At most ${groupsMax}, those with the most units first.`),
  total: z.object({ returns: z.int(), units: z.int(), restocked: z.int() }),
});
export type Returned = z.output<typeof Returned>;

const Valued = z.object({
  id: z.string().nullable().describe("Id of the location, category, vendor or product; null if there is none."),
  name: z.string().nullable(),
  units: z.int(),
  value: money.describe("At cost; units of a variant without a cost count as zero. Never above 9007199254740991."),
  unitsWithoutCost: z.int(),
});

export const StockValue = z.object({
  at: time.describe("The time of the figures, which is now: past days are not known."),
  currency,
  items: z.array(Valued).describe(`At most ${groupsMax}, the most valuable first.`),
  total: z.object({ units: z.int(), value: money, unitsWithoutCost: z.int() }),
});
export type StockValue = z.output<typeof StockValue>;

const Age = z.object({
  daysFrom: z.int().describe("Whole days since the order was placed."),
  daysTo: z.int().nullable().describe("Null for the oldest group."),
  orders: z.int(),
  ready: z.int().describe("Of these, orders that can ship completely now."),
  backordered: z.int().describe("Of these, orders waiting for stock."),
  units: z.int().describe("Units that have not shipped."),
});

export const Unfulfilled = z.object({ at: time, ages: z.array(Age) });
export type Unfulfilled = z.output<typeof Unfulfilled>;

export const BehindOrder = z.object({
  id: z.string().describe("Id of what adds to the figure: the order, payment, refund or return."),
  orderId: id("order"),
  number: z.string(),
  status,
  at: time.describe("When it was placed, paid, refunded or returned."),
  units: z.int().nullable().describe("What it adds to the figure in units; null if the figure is only money."),
  amount: money.nullable().describe("What it adds to the figure in money; null if the figure is only units."),
});
export type BehindOrder = z.output<typeof BehindOrder>;
