import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type { pickingSheet } from "#core/contract/order";
import { sql } from "#core/db/drizzle";
import { searching } from "#core/db/search";
import { type StoredImage, thumbnailOf } from "#core/product/stored-image";
import { open } from "./conditions.ts";
import { foundIds } from "./find.ts";
import { plannedFor } from "./match.ts";
import type { Columns } from "./way.ts";

type Sheet = OutputOf<typeof pickingSheet>;
type Place = Sheet["locations"][number];

/** The sheet as the database returns it. */
type Found = {
  readonly locations: readonly (Omit<Place, "rows"> & {
    readonly rows: readonly (Omit<Place["rows"][number], "imageUrl"> & { readonly image: StoredImage | null })[];
  })[];
  readonly more: boolean;
};

/** More than a person picks in one round. */
const ordersMax = sql.raw("500");
/** One more, to know whether there are more. */
const ordersLookedFor = sql.raw("501");

/**
 * Units allocated to orders that may ship, by location, without those in parcels whose carrier has not answered yet.
 * An item has its SKU of today, as its label does, even if it had another when it was ordered.
 * If there are too many orders, the oldest come first.
 */
export async function readPickingSheet(_by: Actor, input: InputOf<typeof pickingSheet>): Promise<Sheet> {
  const { orderIds, ...rest } = input;
  const filters = { ...rest, status: open.filter((status) => rest.status?.includes(status) ?? true) };
  // On the column being searched: on `orders` it would be evaluated for every order. `offset 0` keeps PostgreSQL from
  // reading all allocations of the store for one sheet.
  const chosen = ({ id }: Columns) => sql`exists (
    select from stock_requests r join allocations a on a.line_id = r.line_id where r.order_id = ${id} offset 0)
    ${orderIds && sql`and ${id} = any(${sql.param(orderIds)})`}`;
  const oldestFirst = sql`created_at, id`;
  const page = {
    where: chosen,
    sortedBy: ({ placedAt }: Columns) => placedAt,
    order: ({ placedAt, id }: Columns) => sql`${placedAt}, ${id}`,
    limit: ordersLookedFor,
    byTime: true,
  };
  const [sheet] = await searching(plannedFor(filters.q), (tx) =>
    tx.execute<Found>(sql`
    with found as (
      select id, created_at from orders where id in (${foundIds(filters, null, page)})
      order by ${oldestFirst} limit ${ordersLookedFor}
    ), picked as (
      select * from found order by ${oldestFirst} limit ${ordersMax}
    ), held as (
      select i.line_id, p.location_id, sum(i.quantity) as quantity
      from parcels p join parcel_lines i on i.parcel_id = p.id where p.status = 'booking' group by i.line_id, p.location_id
    ), units as (
      select a.location_id, l.variant_id, min(l.title) as title, o.id as order_id, o.number,
        sum(a.quantity - coalesce(held.quantity, 0)) as quantity,
        case when o.due_minor > 0 and (o.payment_status = 'paid'
            -- Otherwise it could not ship: its payment was reversed.
            or (o.payment_status in ('unpaid', 'failed') and o.payment_method <> 'cod'))
          then json_build_object('amountMinor', o.due_minor, 'currency', o.currency) end as owes
      from picked join orders o on o.id = picked.id
        join order_lines l on l.order_id = o.id join allocations a on a.line_id = l.id
        left join held on held.line_id = a.line_id and held.location_id = a.location_id
      where a.quantity > coalesce(held.quantity, 0)
      group by a.location_id, l.variant_id, o.id
    ), rows as (
      select location_id, variants.sku, bin, json_build_object('variantId', variant_id, 'sku', variants.sku, 'title', min(units.title),
        'image', (select images -> 0 from products where products.id = variants.product_id), 'barcode', barcode, 'bin', bin, 'quantity', sum(quantity), 'orders', json_agg(
          json_build_object('id', order_id, 'number', number, 'quantity', quantity, 'owes', owes) order by number)) as row
      from units join variants on variants.id = variant_id
        join stock_levels level using (variant_id, location_id)
      group by location_id, variant_id, variants.sku, bin, barcode, product_id
    ), places as (
      select place.priority, place.code, json_build_object('locationId', place.id, 'code', place.code,
        'name', place.name, 'rows', json_agg(rows.row order by rows.bin nulls last, rows.sku)) as place
      from rows join locations place on place.id = rows.location_id group by place.id
    )
    select coalesce((select json_agg(place order by priority, code) from places), '[]') as locations,
      (select count(*) > ${ordersMax} from found) as more`),
  );
  const { locations = [], more = false } = sheet ?? {};
  return { locations: locations.map(({ rows, ...place }) => ({ ...place, rows: rows.map(withPicture) })), more };
}

const withPicture = ({ image, ...row }: Found["locations"][number]["rows"][number]) => ({
  ...row,
  imageUrl: thumbnailOf(image),
});
