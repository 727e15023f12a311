import type { Id } from "#core/contract/kit/fields";
import { type SQL, sql } from "#core/db/drizzle";
import type { LineRow } from "./order.table.ts";

/** Units of order lines. */
export type Units = readonly { readonly lineId: Id<"line">; readonly quantity: number }[];

type Counter = "shipped" | "returned";

/** Counts units of lines as shipped or returned (1), or undoes that (-1). The caller holds the order's row. */
export function countedUnits(what: Counter, units: Units, direction: 1 | -1): SQL {
  const counter = sql.identifier(`${what}_quantity`);
  const lineIds = sql.param(units.map(({ lineId }) => lineId));
  return sql`
    update order_lines l set ${counter} = l.${counter} + u.quantity * ${direction}::integer
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u("lineId" text, quantity integer)
    where l.id = any(${lineIds}) and l.id = u."lineId"`;
}

/** All lines of an order, as they are after that. */
export function afterCounting(before: readonly LineRow[], what: Counter, units: Units, direction: 1 | -1): LineRow[] {
  const counter = `${what}Quantity` as const;
  const counted = new Map(units.map(({ lineId, quantity }) => [lineId, quantity * direction]));
  return before.map((line) => ({ ...line, [counter]: line[counter] + (counted.get(line.id) ?? 0) }));
}
