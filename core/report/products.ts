import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { storeSettings } from "#core/store/settings";
import { amountsIn } from "./amounts.ts";
import { staleDays } from "./kept-days.ts";
import { before, type Range, rangeOf, refuseTooManyDays } from "./range.ts";
import { daysIn, productsOf, soldOn } from "./worked-out.ts";

type Input = InputOf<typeof report.products>;

interface Row extends Record<string, unknown> {
  readonly product_id: Id<"product">;
  readonly variant_id: Id<"variant"> | null;
  readonly title: string;
  readonly sku: string | null;
  readonly units: number;
  readonly revenue: number;
  readonly units_before: number;
  readonly revenue_before: number;
  readonly units_total: number;
  readonly revenue_total: number;
}

/** Best sellers. Whole months come from `report_products`, the days around them from the orders, in one statement. */
export async function productsReport(_by: Actor, input: Input): Promise<report.Products> {
  const { timeZone, currency } = await storeSettings(db());
  const range = rangeOf(input, timeZone);
  refuseTooManyDays(range);
  const past = input.compare ? before(range) : null;
  const rows = await bestOf(input, { from: past?.from ?? range.from, to: range.to }, range.from, timeZone);
  const money = amountsIn(currency);
  return {
    ...{ timeZone, currency },
    ...range,
    items: rows.map((row) => ({
      ...{ productId: row.product_id, variantId: row.variant_id, title: row.title, sku: row.sku, units: row.units },
      revenue: money(row.revenue),
      unitsBefore: past && row.units_before,
      revenueBefore: past && money(row.revenue_before),
    })),
    total: { units: rows[0]?.units_total ?? 0, revenue: money(rows[0]?.revenue_total ?? 0) },
    before: past,
  };
}

const bestOf = ({ by, sort, limit }: Input, range: Range, start: string, timeZone: string) =>
  db().execute<Row>(sql`
    with ${soldGoods(range, start, timeZone)},
    counted as (
      select ${by === "product" ? sql`product_id, null::text as variant_id, null::text as sku` : sql`product_id, variant_id, sku`},
        coalesce(sum(units) filter (where now), 0)::float8 as units,
        coalesce(sum(revenue_minor) filter (where now), 0)::float8 as revenue,
        coalesce(sum(units) filter (where not now), 0)::float8 as units_before,
        coalesce(sum(revenue_minor) filter (where not now), 0)::float8 as revenue_before
      from goods join variants on variants.id = variant_id
      group by ${by === "product" ? sql`product_id` : sql`product_id, variant_id, sku`}
    ),
    best as (
      select *, sum(units) over () as units_total, sum(revenue) over () as revenue_total from counted where units > 0
      order by ${sort === "units" ? sql`units desc, revenue desc` : sql`revenue desc, units desc`}, product_id, variant_id
      limit ${limit}
    )
    select best.*, title from best join products on products.id = product_id
    order by ${sort === "units" ? sql`units desc, revenue desc` : sql`revenue desc, units desc`}, product_id, variant_id`);

/**
 * `goods`: units and revenue by variant, for the days from `start` on (`now`) and those before. A stored month is used
 * if all of it was requested, is on one side of `start`, and none of its days has changed since.
 */
const soldGoods = (range: Range, start: string, timeZone: string): SQL => sql`
  days as materialized (${daysIn(range, timeZone)}),
  stale as materialized (${staleDays(timeZone)}),
  months as materialized (
    select month from report_months
    where time_zone = ${timeZone} and month >= ${range.from}::date
      and (month + interval '1 month')::date <= ${range.to}::date + 1
      and not (month < ${start}::date and (month + interval '1 month')::date > ${start}::date)
      and not exists (select from stale where stale.day >= month and stale.day < month + interval '1 month')),
  live as materialized (
    select days.* from days
    where date_trunc('month', day::timestamp)::date not in (select month from months)
      and ends > (select min(created_at) from orders) and begins <= clock_timestamp()),
  sold as (${soldOn(sql`live`)}),
  goods as (
    select now, variant_id, sum(units) as units, sum(revenue_minor) as revenue_minor from (
      select month >= ${start}::date as now, variant_id, units, revenue_minor from months join report_products using (month)
      union all
      ${productsOf(sql`sold`, sql`day >= ${start}::date`)}) parts
    group by now, variant_id
  )`;
