import type { Id } from "#core/contract/fields";
import type { Returned } from "#core/contract/order-shapes";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";

/** Units of order lines. */
export type Units = readonly { readonly lineId: Id<"line">; readonly quantity: number }[];

/** Counts units of lines as shipped or returned (1), or undoes that (-1). The caller holds the order's row. */
export async function countUnits(
  change: Change,
  what: "shipped" | "returned",
  units: Units,
  direction: 1 | -1,
): Promise<void> {
  const counter = sql.identifier(`${what}_quantity`);
  const lineIds = sql.param(units.map(({ lineId }) => lineId));
  await change.tx.execute(sql`
    update order_lines l set ${counter} = l.${counter} + u.quantity * ${direction}::integer
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u("lineId" text, quantity integer)
    where l.id = any(${lineIds}) and l.id = u."lineId"`);
}

/** How much of an order has come back, by its lines' current counts. */
export const returnedNow = (orderId: Id<"order">): SQL<Returned> => sql`(
  select case when coalesce(sum(returned_quantity), 0) = 0 then 'none' when sum(returned_quantity) = sum(shipped_quantity) then 'all'
    else 'some' end from order_lines where order_id = ${orderId})`;
