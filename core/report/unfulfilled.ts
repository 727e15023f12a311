import { sql } from "drizzle-orm";
import type { Actor } from "#core/actor";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";

/** The days at which an age begins: what is placed today, since yesterday, and so on. The last has no end. */
const ages = [0, 1, 2, 4, 8, 15];

/** The orders that wait to be shipped, by how long; counted along the index of their status. */
export async function unfulfilledReport(_by: Actor): Promise<report.Unfulfilled> {
  const at = new Date();
  const rows = await db().execute<{
    starts: number;
    orders: number;
    ready: number;
    backordered: number;
    units: number;
  }>(sql`
    with waiting as (
      select id, extract(epoch from ${at.toISOString()}::timestamptz - created_at) / 86400 as days,
        exists (select from stock_requests where order_id = orders.id and stock_requests.backordered > 0) as is_backordered,
        (select coalesce(sum(quantity - shipped_quantity), 0) from order_lines where order_id = orders.id) as units
      from orders where status in ('confirmed', 'partiallyShipped')
    )
    select starts, count(id)::integer as orders, count(id) filter (where not is_backordered)::integer as ready,
      count(id) filter (where is_backordered)::integer as backordered, coalesce(sum(units), 0)::integer as units
    from (select starts, lead(starts) over (order by starts) as ends from unnest(${sql.param(ages)}::integer[]) as starts) ages
      left join waiting on days >= starts and (ends is null or days < ends)
    group by starts order by starts`);
  return {
    at,
    ages: rows.map(({ starts, ...counts }, index) => {
      const next = ages[index + 1];
      return { daysFrom: starts, daysTo: next === undefined ? null : next - 1, ...counts };
    }),
  };
}
