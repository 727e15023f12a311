import type { Id } from "#core/contract/fields";
import type { AllocationKind } from "#core/contract/stock";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

/** The stock that an order line has allocated, read from its tables. */
export interface LineAllocation {
  readonly lineId: Id<"line">;
  readonly orderId: Id<"order">;
  readonly kind: AllocationKind;
  readonly backordered: number;
  readonly allocations: readonly { readonly locationId: Id<"location">; readonly quantity: number }[];
}

/** What these orders' lines have allocated by location, and what they wait for, keyed by line id. */
export async function allocationsOf(
  tx: Db,
  orderIds: readonly Id<"order">[],
): Promise<ReadonlyMap<Id<"line">, LineAllocation>> {
  const rows = await tx.execute<{ allocation: LineAllocation }>(sql`
    select json_build_object('lineId', r.line_id, 'orderId', r.order_id, 'kind', r.kind, 'backordered', r.backordered,
      'allocations', (
        select coalesce(json_agg(json_build_object('locationId', a.location_id, 'quantity', a.quantity)
          order by l.priority, l.id), '[]')
        from allocations a join locations l on l.id = a.location_id
        where a.line_id = r.line_id)) as allocation
    from stock_requests r where r.order_id = any(${sql.param(orderIds)}) order by r.line_id`);
  return new Map(rows.map(({ allocation }) => [allocation.lineId, allocation]));
}
