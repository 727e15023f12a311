import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";

/** Counts units of lines as shipped (1) or as not shipped after all (-1). The caller holds the order's row. */
export async function countShipped(
  change: Change,
  units: readonly { readonly lineId: Id<"line">; readonly quantity: number }[],
  direction: 1 | -1,
): Promise<void> {
  await change.tx.execute(sql`
    update order_lines l set shipped_quantity = l.shipped_quantity + u.quantity * ${direction}::integer
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u("lineId" text, quantity integer)
    where l.id = u."lineId"`);
}
