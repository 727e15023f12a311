import { eq, sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { orders } from "#core/order/order.table";

/** Counts units of lines as returned (1) or as not returned after all (-1). The caller holds the order's row. */
export async function countReturned(
  change: Change,
  orderId: Id<"order">,
  units: readonly { readonly lineId: Id<"line">; readonly quantity: number }[],
  direction: 1 | -1,
): Promise<void> {
  await change.tx.execute(sql`
    update order_lines l set returned_quantity = l.returned_quantity + u.quantity * ${direction}::integer
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u("lineId" text, quantity integer)
    where l.id = u."lineId"`);
  await change.tx.update(orders).set({ updatedAt: change.at }).where(eq(orders.id, orderId));
}
