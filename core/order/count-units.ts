import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";

/** Units of an order's lines. */
export type Units = readonly { readonly lineId: Id<"line">; readonly quantity: number }[];

/** Counts units of lines as shipped or returned (1), or as not so after all (-1). The caller holds the order's row. */
export async function countUnits(
  change: Change,
  what: "shipped" | "returned",
  units: Units,
  direction: 1 | -1,
): Promise<void> {
  const counter = sql.identifier(`${what}_quantity`);
  await change.tx.execute(sql`
    update order_lines l set ${counter} = l.${counter} + u.quantity * ${direction}::integer
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u("lineId" text, quantity integer)
    where l.id = u."lineId"`);
}
