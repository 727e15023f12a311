import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { databaseNow } from "#core/db/columns";
import { type SQL, sql } from "#core/db/drizzle";

/**
 * Ends a pending payment that has not paid its order. The order was not cancelled as unpaid meanwhile, so its unpaid
 * window begins again. The caller has locked the order's row.
 * @returns whether it was pending.
 */
export async function endPending(change: Change, page: SQL, says: string | null): Promise<boolean> {
  const [ended] = await change.tx.execute<{ orderId: Id<"order"> }>(sql`
    update payment_requests set pending_since = null, says = ${says} where ${page} and pending_since is not null
    returning order_id as "orderId"`);
  if (!ended) return false;
  await change.tx.execute(sql`
    update orders set unpaid_since = ${databaseNow}
    where id = ${ended.orderId} and status = 'pending' and unpaid_since is not null`);
  return true;
}
