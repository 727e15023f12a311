import type { Id } from "#core/contract/kit/fields";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

/** The changes that have asked a gateway for a page of this order, and have no answer yet. */
export async function pagesAskedFor(orderId: Id<"order">): Promise<Id<"change">[]> {
  const asked = await db().execute<{ id: Id<"change"> }>(sql`
    select change_id as id from calls where order_id = ${orderId} and does = 'requestPayment' and status = 'asked'`);
  return asked.map(({ id }) => id);
}
