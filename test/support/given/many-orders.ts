/** Many orders from another store, and whether two imports of them had the same result. */

import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { shopifyOrders, shopifyRow } from "./shopify-orders.ts";

/** A file of this many orders, of which every hundredth is refused. */
export const ordersOf = (prefix: string, count: number) =>
  shopifyOrders(
    Array.from({ length: count }, (_, nth) =>
      // Every hundredth does not add up.
      shopifyRow({
        Name: `${prefix}${nth}`,
        Email: `customer-${nth % 1_000}@example.com`,
        Total: nth % 100 === 99 ? "1.00" : "100.00",
        "Lineitem sku": `S${nth % 7}`,
        "Refunded Amount": nth % 10 === 3 ? "40.00" : "0.00",
        "Financial Status": nth % 10 === 3 ? "partially_refunded" : "paid",
        Notes: nth % 5 === 0 ? "Ring twice" : "",
        Tags: nth % 4 === 0 ? "gift, wholesale" : "",
      }),
    ),
  );

/** All rows of these orders in the store, including dependent rows, without the values that differ each time. */
const rowsOfOrders = (prefix: string) => sql`
  select 'order' as kind, substr(o.number, ${prefix.length + 1}) as of,
    to_jsonb(o) - '{id,number,updated_at,unpaid_since}'::text[] as row
  from orders o where number like ${`${prefix}%`}
  union all
  select parts.kind, substr(o.number, ${prefix.length + 1}), parts.row
  from orders o
  cross join lateral (
    select 'line' as kind, to_jsonb(l) - '{id,order_id}'::text[] as row from order_lines l where l.order_id = o.id
    union all select 'payment', to_jsonb(p) - '{id,order_id}'::text[] from payments p where p.order_id = o.id
    union all select 'refund', to_jsonb(r) - '{id,order_id,payment_id}'::text[] from refunds r where r.order_id = o.id
    union all select 'parcel', to_jsonb(p) - '{id,order_id}'::text[] from parcels p where p.order_id = o.id
    union all select 'parcel line', jsonb_build_object('quantity', l.quantity)
      from parcels p join parcel_lines l on l.parcel_id = p.id where p.order_id = o.id
    union all select 'note', to_jsonb(n) - '{id,order_id,at}'::text[] from order_notes n where n.order_id = o.id
    union all select 'tag', to_jsonb(t) - '{order_id}'::text[] from order_tags t where t.order_id = o.id
    union all select 'origin', jsonb_build_object('layout', i.layout) from imported_orders i where i.order_id = o.id
    union all select 'entry', jsonb_build_object('action', a.action) from audit a where a.subject_id = o.id
  ) as parts
  where o.number like ${`${prefix}%`}`;

/** How many rows one has, and how many of each the other lacks. */
export async function compared(one: string, other: string) {
  const [counts] = await db().execute<{ rows: number; lacking: number; over: number }>(sql`
    with one as materialized (${rowsOfOrders(one)}), other as materialized (${rowsOfOrders(other)})
    select (select count(*) from one)::integer as rows,
      (select count(*) from (select * from one except all select * from other) as missing)::integer as lacking,
      (select count(*) from (select * from other except all select * from one) as added)::integer as over`);
  return counts;
}
