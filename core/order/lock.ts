import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { rowsOf } from "#core/db/rows-of";
import { Refusal } from "#core/refusal";
import { type LineRow, type OrderRow, orderLines, orders } from "./order.table.ts";

const orderRows = rowsOf(orders);
const lineRows = rowsOf(orderLines);

interface Asked {
  readonly id: Id<"order">;
  readonly expectedVersion?: number | undefined;
}

/**
 * The order's row, held until the change ends: the first lock of every write to an order or any part of it.
 * @throws Refusal `order.unknown`, or `version.stale` when If-Match names another version than the row has now.
 */
export async function lockedOrder(change: Change, { id, expectedVersion }: Asked): Promise<OrderRow> {
  const [row] = await orderRows(change.tx, sql`where id = ${id} for update`);
  if (!row) throw new Refusal("order.unknown");
  if (expectedVersion !== undefined && expectedVersion !== row.version) {
    throw new Refusal("version.stale", { version: row.version });
  }
  return row;
}

/** The lines of an order whose row is locked, as they stand. */
export const linesOf = (change: Change, orderId: Id<"order">): Promise<LineRow[]> =>
  lineRows(change.tx, sql`where order_id = ${orderId} order by position`);

/**
 * The lines that a request names, each once and each of this order.
 * @throws Refusal `order.lineUnknown` with the ids that are not.
 */
export function namedLines(lines: readonly LineRow[], ids: readonly Id<"line">[]): Map<Id<"line">, LineRow> {
  const known = new Map(lines.map((line) => [line.id, line]));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Refusal("order.lineUnknown", { lineIds: unknown });
  return new Map(ids.flatMap((id) => known.get(id) ?? []).map((line) => [line.id, line]));
}
