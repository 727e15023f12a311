import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { OrderRow } from "./order.table.ts";

/**
 * Holds the customers of these orders until the change ends. Their figures are kept at the commit, order by order: changes of
 * many orders that do so for the same customers would stop one another, unless each holds them before, in this one order.
 */
export const lockCustomersOf = (change: Change, rows: readonly Pick<OrderRow, "customerId">[]): Promise<unknown> => {
  const ids = rows.flatMap(({ customerId }) => customerId ?? []);
  return change.tx.execute(sql`
    select from customers where id = any(${sql.param(ids)}) order by id for no key update`);
};
