import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { storeSettings } from "#core/store/settings";
import { amountsIn } from "./amounts.ts";
import { keptAndLive } from "./kept-days.ts";
import { before, periodOf, periodsIn, type Range, rangeOf } from "./range.ts";
import { moneyOn, soldOn } from "./worked-out.ts";

type Input = InputOf<typeof report.sales>;

/** The sums of a period, money in minor units. */
type Sums = Readonly<
  Record<"orders" | "units" | "gross" | "discount" | "shipping" | "tax" | "collected" | "refunded", number>
>;
type Row = Sums & { readonly now: boolean; readonly period: string; readonly foreign: number };

/** All figures come from one statement and therefore one moment, so the days add up to the total. */
export async function salesReport(_by: Actor, input: Input): Promise<report.Sales> {
  const { timeZone, currency } = await storeSettings(db());
  const range = rangeOf(input, timeZone);
  const periods = periodsIn(range, input.by);
  const past = input.compare ? before(range) : null;
  const rows = await sumsBy(input.by, { from: past?.from ?? range.from, to: range.to }, range.from, timeZone, currency);
  if (rows.some(({ foreign }) => foreign > 0)) {
    throw new Error("There are orders in several currencies, which cannot be summed.");
  }
  const part = (now: boolean, days: Range, its: readonly Range[]) => {
    const found = rows.filter((row) => row.now === now);
    const by = new Map(found.map((row) => [row.period, row]));
    return {
      ...days,
      periods: its.map((period) => ({
        ...period,
        ...figuresOf(by.get(periodOf(period.from, input.by)) ?? nothing, currency),
      })),
      total: figuresOf(sumOf(found), currency),
    };
  };
  return {
    by: input.by,
    timeZone,
    currency,
    ...part(true, range, periods),
    before: past && part(false, past, periodsIn(past, input.by)),
  };
}

/** Sums by period, for the days from `start` on (`now`) and those before. Empty periods have no row. */
const sumsBy = (by: Input["by"], range: Range, start: string, timeZone: string, currency: string) =>
  db().execute<Row & Record<string, unknown>>(sql`
    with ${keptAndLive(range, timeZone)},
    sold as (${soldOn(sql`live`)}),
    money as (${moneyOn(sql`live`)}),
    figures as (
      select day, orders, units, gross_minor, discount_minor, shipping_minor, tax_minor, 0 as collected_minor,
        0 as refunded_minor, foreign_orders
      from kept
      union all
      select day, 1, units, total_minor, discount_minor, shipping_minor, tax_minor, 0, 0, (currency <> ${currency})::integer from sold
      union all
      select day, 0, 0, 0, 0, 0, 0, report_money.collected_minor, report_money.refunded_minor, 0
      from kept join report_money using (day) where mode = 'live'
      union all
      select day, 0, 0, 0, 0, 0, 0, collected_minor, refunded_minor, 0 from money where mode = 'live'
    )
    select day >= ${start}::date as now, date_trunc(${by}, day::timestamp)::date::text as period,
      sum(orders)::float8 as orders, sum(units)::float8 as units, sum(gross_minor)::float8 as gross,
      sum(discount_minor)::float8 as discount, sum(shipping_minor)::float8 as shipping, sum(tax_minor)::float8 as tax,
      sum(collected_minor)::float8 as collected, sum(refunded_minor)::float8 as refunded,
      sum(foreign_orders)::float8 as foreign
    from figures group by 1, 2`);

const nothing: Sums = { orders: 0, units: 0, gross: 0, discount: 0, shipping: 0, tax: 0, collected: 0, refunded: 0 };

const sumOf = (rows: readonly Sums[]): Sums =>
  rows.reduce(
    (sum, row) => ({
      orders: sum.orders + row.orders,
      units: sum.units + row.units,
      gross: sum.gross + row.gross,
      discount: sum.discount + row.discount,
      shipping: sum.shipping + row.shipping,
      tax: sum.tax + row.tax,
      collected: sum.collected + row.collected,
      refunded: sum.refunded + row.refunded,
    }),
    nothing,
  );

function figuresOf({ orders, units, ...sums }: Sums, currency: string) {
  const money = amountsIn(currency);
  return {
    orders,
    units,
    gross: money(sums.gross),
    discount: money(sums.discount),
    shipping: money(sums.shipping),
    tax: money(sums.tax),
    collected: money(sums.collected),
    refunded: money(sums.refunded),
    net: money(sums.collected - sums.refunded),
  };
}
