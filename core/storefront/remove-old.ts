import { sql } from "#core/db/drizzle";
import { removeAll } from "#core/db/remove-all";
import type { TimeLeft } from "#core/time-left";

/** How long after its last change a cart without an order is removed, with its personal data. */
const cartDays = 90;

/**
 * Removes old carts that did not become orders, with their personal data, and expired request counts. Safe to run
 * concurrently.
 */
export async function removeOldStorefrontRows(timeLeft: TimeLeft): Promise<{ carts: number; requestCounts: number }> {
  return {
    carts: await removeAll(
      sql`carts`,
      sql`order_id is null and updated_at < now() - make_interval(days => ${cartDays})`,
      timeLeft,
    ),
    requestCounts: await removeAll(sql`storefront_requests`, sql`minute < now() - interval '1 hour'`, timeLeft),
  };
}
