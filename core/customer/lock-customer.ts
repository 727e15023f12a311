import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { Refusal } from "#core/refusal";
import { type CustomerRow, customers } from "./customer.table.ts";

const rows = rowsOf(customers);

/**
 * Locks a customer's row until the change ends: no order can be placed for them in the meantime.
 * @throws Refusal `customer.unknown`, or `customer.merged` with the remaining one.
 */
export async function lockedCustomer(change: Change, id: Id<"customer">): Promise<CustomerRow> {
  const [row] = await rows(change.tx, sql`where id = ${id} for update`);
  if (!row) throw new Refusal("customer.unknown");
  if (row.mergedInto !== null) throw new Refusal("customer.merged", { customerId: row.mergedInto });
  return row;
}

/** These customers and all who were merged into them, locked in the order of their ids. */
export async function lockedWithMerged(change: Change, ids: readonly Id<"customer">[]): Promise<CustomerRow[]> {
  const lock = () =>
    rows(
      change.tx,
      sql`where id = any(${sql.param(ids)}) or merged_into = any(${sql.param(ids)}) order by id for update`,
    );
  await lock();
  // Also those who were merged into them while the first statement waited, which it did not see.
  return lock();
}
