import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as parcelApi from "#core/contract/parcel";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";

type Page = OutputOf<typeof parcelApi.listReturned>;
type Row = Omit<Page["items"][number], "returnedAt"> & { readonly returnedAt: string };

/** Parcels that came back and have not been dealt with: few, and in a partial index. */
export async function listReturned(
  _by: Actor,
  { limit, cursor }: InputOf<typeof parcelApi.listReturned>,
): Promise<Page> {
  const after = idOfCursor(cursor, "parcel");
  const rows = await db().execute<Row>(sql`
    select p.id, o.id as "orderId", o.number, o.name, p.carrier, p.tracking_number as "trackingNumber",
      told->>'words' as words, told->>'at' as "returnedAt"
    from parcels p join orders o on o.id = p.order_id
      cross join lateral (
        select event as told from jsonb_array_elements(p.tracking) event
        where event->>'status' = 'returned' order by event->>'at' desc limit 1) last
    where p.track_status = 'returned' and p.seen_at is null ${after ? sql`and p.id < ${after}` : sql``}
    order by p.id desc limit ${rowsFor(limit)}`);
  return pageFrom(
    rows,
    limit,
    ({ id }) => [id],
    ({ returnedAt, ...row }) => ({ ...row, returnedAt: new Date(returnedAt) }),
  );
}
