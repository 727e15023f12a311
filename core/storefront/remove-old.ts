import { keptDays } from "#core/cart/sweep-abandoned";
import { sql } from "#core/db/drizzle";
import { removeAll } from "#core/db/remove-all";
import type { TimeLeft } from "#core/time-left";

/**
 * Removes carts that became no order and that nobody has touched for long, with what they say of their shoppers, and counts
 * of requests that count no more. Safe to run twice at once.
 */
export async function removeOldStorefrontRows(timeLeft: TimeLeft): Promise<{ carts: number; requestCounts: number }> {
  return {
    carts: await removeAll(
      sql`carts`,
      sql`order_id is null and updated_at < clock_timestamp() - make_interval(days => ${keptDays})`,
      timeLeft,
    ),
    requestCounts: await removeAll(
      sql`storefront_requests`,
      sql`minute < clock_timestamp() - interval '1 hour'`,
      timeLeft,
    ),
  };
}
