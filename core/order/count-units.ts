import type { Id } from "#core/contract/fields";
import { type SQL, sql } from "#core/db/drizzle";

/** Units of order lines. */
export type Units = readonly { readonly lineId: Id<"line">; readonly quantity: number }[];

/** Counts units of lines as shipped or returned (1), or undoes that (-1). The caller holds the order's row. */
export function countedUnits(what: "shipped" | "returned", units: Units, direction: 1 | -1): SQL {
  const counter = sql.identifier(`${what}_quantity`);
  const lineIds = sql.param(units.map(({ lineId }) => lineId));
  return sql`
    update order_lines l set ${counter} = l.${counter} + u.quantity * ${direction}::integer
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u("lineId" text, quantity integer)
    where l.id = any(${lineIds}) and l.id = u."lineId"`;
}
