/**
 * Units in parcels that are being booked: still allocated to their lines, and not available to other parcels. A parcel
 * that never left because its goods were missing holds none while its label is being cancelled: it is removed whatever
 * its carrier answers.
 */

import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Units } from "#core/order/count-units";
import { Refusal } from "#core/refusal";

/** By line, at all locations. The caller has locked the order's row. */
export async function heldUnits(change: Change, orderId: Id<"order">): Promise<ReadonlyMap<Id<"line">, number>> {
  const rows = await change.tx.execute<{ lineId: Id<"line">; quantity: number }>(sql`
    select i.line_id as "lineId", sum(i.quantity)::integer as quantity
    from parcel_lines i join parcels p on p.id = i.parcel_id
    where p.order_id = ${orderId} and p.status = 'booking' group by i.line_id`);
  return new Map(rows.map(({ lineId, quantity }) => [lineId, quantity]));
}

interface Wanted {
  readonly locationId: Id<"location">;
  readonly lines: Units;
  /** The parcel whose own units do not count as held. */
  readonly except?: Id<"parcel">;
}

interface Short {
  readonly lineId: Id<"line">;
  readonly locationId: Id<"location">;
  readonly wanted: number;
  readonly allocated: number;
}

/**
 * The lines with fewer free units at the location than the parcel needs. Goods without stock tracking are never short.
 */
export async function shortAt(change: Change, { locationId, lines, except }: Wanted): Promise<Short[]> {
  const lineIds = sql.param(lines.map(({ lineId }) => lineId));
  const rows = await change.tx.execute<{ lineId: Id<"line">; wanted: number; allocated: number }>(sql`
    select u."lineId", u.quantity as wanted, coalesce(a.quantity, 0) - coalesce(held.quantity, 0) as allocated
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as u("lineId" text, quantity integer)
    join stock_requests r on r.line_id = any(${lineIds}) and r.line_id = u."lineId"
    left join allocations a on a.line_id = any(${lineIds}) and a.line_id = u."lineId" and a.location_id = ${locationId}
    left join lateral (
      select sum(i.quantity)::integer as quantity from parcel_lines i join parcels p on p.id = i.parcel_id
      where i.line_id = u."lineId" and p.location_id = ${locationId} and p.status = 'booking'
        and p.id is distinct from ${except ?? null}) held on true
    where coalesce(a.quantity, 0) - coalesce(held.quantity, 0) < u.quantity
    order by u."lineId"`);
  return rows.map((row) => ({ ...row, locationId }));
}

/** @throws Refusal `stock.notAllocated` with the lines that are short. */
export function refuseShort(lines: readonly Short[]): void {
  if (lines.length > 0) throw new Refusal("stock.notAllocated", { lines });
}
