import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import { groupsMax } from "#core/contract/parts/report-shapes";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { storeSettings } from "#core/store/settings";
import { during } from "./midnight.ts";
import { rangeOf, refuseTooManyDays } from "./range.ts";

interface Row extends Record<string, unknown> {
  readonly product_id: Id<"product"> | null;
  readonly title: string | null;
  readonly reason: string | null;
  readonly returns: number;
  readonly units: number;
  readonly restocked: number;
  /** Over all rows. Not the sum of `returns`, because one return may contain several products. */
  readonly all_returns: number;
  readonly all_units: number;
  readonly all_restocked: number;
}

/**
 * Returned goods. Withdrawn returns are deleted, so they do not count; returns are few enough to be read by their
 * index.
 */
export async function returnedReport(_by: Actor, input: InputOf<typeof report.returned>): Promise<report.Returned> {
  const { timeZone, currency } = await storeSettings(db());
  const range = rangeOf(input, timeZone);
  refuseTooManyDays(range);
  const product = input.by === "reason" ? sql`null::text` : sql`product_id`;
  const reason = input.by === "product" ? sql`null::text` : sql`reason`;
  const rows = await db().execute<Row>(sql`
    with came as materialized (
      select returns.id, product_id, reason, return_lines.quantity, restock
      from returns join return_lines on return_id = returns.id join order_lines on order_lines.id = line_id
      where ${during(sql`recorded_at`, range, timeZone)}
    ), grouped as (
      select ${product} as product_id, ${reason} as reason, count(distinct id)::integer as returns,
        sum(quantity)::float8 as units, coalesce(sum(quantity) filter (where restock), 0)::float8 as restocked
      from came group by 1, 2
      order by units desc, returns desc, 1, 2 limit ${groupsMax}
    ), whole as (
      select count(distinct id)::integer as all_returns, sum(quantity)::float8 as all_units,
        coalesce(sum(quantity) filter (where restock), 0)::float8 as all_restocked
      from came
    )
    select grouped.*, title, whole.* from grouped cross join whole left join products on products.id = grouped.product_id
    order by units desc, returns desc, title, reason`);
  return {
    ...{ timeZone, currency },
    ...range,
    items: rows.map(({ product_id, title, reason: why, returns, units, restocked }) => ({
      ...{ productId: product_id, title, reason: why, returns, units, restocked },
    })),
    total: {
      returns: rows[0]?.all_returns ?? 0,
      units: rows[0]?.all_units ?? 0,
      restocked: rows[0]?.all_restocked ?? 0,
    },
  };
}
