import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";

/** Whose calls: by the orders that they were about. */
export interface Erased {
  readonly orderIds: readonly string[];
}

/**
 * Takes out of what providers were asked about these orders who they are of: what settled calls were made from, which nobody
 * reads again, and what went to and fro. That each was asked, when, and what became of it stays; so does what an open one needs.
 */
export async function eraseCalls({ tx }: Change, { orderIds }: Erased): Promise<void> {
  const orders = sql`order_id = any(${sql.param([...orderIds])}::text[])`;
  await tx.execute(sql`update calls set asked = '{}' where ${orders} and settled_at is not null`);
  await tx.execute(sql`
    update call_attempts set url = split_part(url, '?', 1), request = '', answer = ''
    where call_id in (select id from calls where ${orders})`);
}
