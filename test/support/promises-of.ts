import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Promised } from "#core/contract/stock";
import type { Db } from "#core/db/client";

/** What a line of an order has of stock, as its tables say. A line without one moves none. */
export interface LinePromise {
  readonly lineId: Id<"line">;
  readonly orderId: Id<"order">;
  readonly kind: Promised;
  readonly waiting: number;
  readonly allocations: readonly { readonly locationId: Id<"location">; readonly quantity: number }[];
}

/** What these orders' lines hold, by location, and wait for: by line id. */
export async function promisesOf(
  tx: Db,
  orderIds: readonly Id<"order">[],
): Promise<ReadonlyMap<Id<"line">, LinePromise>> {
  const rows = await tx.execute<{ promise: LinePromise }>(sql`
    select json_build_object('lineId', d.line_id, 'orderId', d.order_id, 'kind', d.kind, 'waiting', d.waiting,
      'allocations', (
        select coalesce(json_agg(json_build_object('locationId', a.location_id, 'quantity', a.quantity)
          order by l.priority, l.id), '[]')
        from allocations a join locations l on l.id = a.location_id
        where a.line_id = d.line_id)) as promise
    from demands d where d.order_id = any(${sql.param(orderIds)}) order by d.line_id`);
  return new Map(rows.map(({ promise }) => [promise.lineId, promise]));
}
