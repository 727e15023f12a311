import type { Actor } from "#core/actor";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

/** The first day of each age group: orders placed today, yesterday, and so on. The last group is open-ended. */
const ages = [0, 1, 2, 4, 8, 15];

/** Orders waiting to be shipped, by age; counted with the index on their status. */
export async function unfulfilledReport(_by: Actor): Promise<report.Unfulfilled> {
  const at = new Date();
  const rows = await db().execute<{ nth: number; orders: number; backordered: number; units: number }>(sql`
    with waiting as (
      select greatest(1, width_bucket(extract(epoch from ${at.toISOString()}::timestamptz - created_at)::float8 / 86400,
          ${sql.param(ages)}::integer[]::float8[])) as nth,
        exists (select from stock_requests where order_id = orders.id and stock_requests.backordered > 0) as is_backordered,
        (select coalesce(sum(quantity - shipped_quantity), 0) from order_lines where order_id = orders.id) as units
      from orders where status in ('confirmed', 'partiallyShipped')
    )
    select nth, count(*)::integer as orders, count(*) filter (where is_backordered)::integer as backordered,
      sum(units)::float8 as units
    from waiting group by nth`);
  return {
    at,
    ages: ages.map((daysFrom, index) => {
      const next = ages[index + 1];
      // `width_bucket` counts from 1.
      const { orders, backordered, units } = rows.find(({ nth }) => nth === index + 1) ?? none;
      const daysTo = next === undefined ? null : next - 1;
      return { daysFrom, daysTo, orders, ready: orders - backordered, backordered, units };
    }),
  };
}

const none = { orders: 0, backordered: 0, units: 0 };
