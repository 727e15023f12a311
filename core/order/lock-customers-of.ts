import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { OrderRow } from "./order.table.ts";

/**
 * Locks the customers of these orders until the change ends. Their figures are updated at the commit, order by order:
 * changes to many orders of the same customers would deadlock, unless each locks the customers first, in this order.
 */
export const lockCustomersOf = (change: Change, rows: readonly Pick<OrderRow, "customerId">[]): Promise<unknown> => {
  const ids = rows.flatMap(({ customerId }) => customerId ?? []);
  return change.tx.execute(sql`
    select from customers where id = any(${sql.param(ids)}) order by id for no key update`);
};
