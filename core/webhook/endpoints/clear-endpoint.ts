import type { Id } from "#core/contract/kit/fields";
import { db, type Tx } from "#core/db/client";
import { eq, sql } from "#core/db/drizzle";
import type { TimeLeft } from "#core/time-left";
import { endpoints } from "#core/webhook/webhook.table";

/** Few enough that no statement holds its locks for long. */
const batch = 5_000;

/**
 * Removes a batch of an endpoint's deliveries, and the endpoint with its last: those that are being sent meanwhile go
 * with it.
 * @returns whether the endpoint is gone.
 */
export async function clearEndpoint(tx: Tx, id: Id<"endpoint">): Promise<boolean> {
  const { count } = await tx.execute(sql`
    delete from webhook_deliveries where endpoint_id = ${id} and event_id = any(array(
      select event_id from webhook_deliveries where endpoint_id = ${id}
      order by event_id limit ${sql.raw(String(batch))} for update skip locked))`);
  if (count === batch) return false;
  await tx.delete(endpoints).where(eq(endpoints.id, id));
  return true;
}

/** Clears the endpoints that were removed with more deliveries than a batch, until all are gone or the time is up. */
export async function clearRemovedEndpoints(timeLeft: TimeLeft): Promise<void> {
  const removed = await db().execute<{ id: Id<"endpoint"> }>(sql`
    select id from webhook_endpoints where removed_at is not null order by id`);
  for (const { id } of removed) {
    let isGone = false;
    while (!isGone && timeLeft() > 0) isGone = await db().transaction((tx) => clearEndpoint(tx, id));
  }
}
