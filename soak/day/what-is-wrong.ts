/** What the world outside knows, held against the store's own books. */

import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { partedLabels } from "../parted-labels.ts";
import type { Shop } from "./people.ts";
import type { Receiver } from "./receiver.ts";

/** In sentences; none when all is well. */
export async function whatIsWrong(shop: Omit<Shop, "ask">, receiver: Receiver): Promise<string[]> {
  const wrong: string[] = [];
  const orders = await db().execute<{ email: string; count: number }>(sql`
    select email, count(*)::int as count from orders where email like 'day-%' group by email`);
  const byEmail = new Map(orders.map(({ email, count }) => [email, count]));
  const lost = [...shop.ordered].filter((email) => !byEmail.has(email));
  if (lost.length > 0) wrong.push(`${lost.length} orders that were answered are lost, such as ${lost[0]}`);
  const doubled = orders.filter(({ count }) => count > 1);
  if (doubled.length > 0) wrong.push(`${doubled.length} orders are there twice, such as ${doubled[0]?.email}`);

  const payments = await db().execute<{ id: string; count: number }>(sql`
    select order_id as id, count(*)::int as count from payments
    where kind = 'captured' and method = 'test' group by order_id`);
  const paid = new Map(payments.map(({ id, count }) => [id, count]));
  // What came for an order that was cancelled meanwhile waits for a person, and is not lost either.
  const kept = await db().execute<{ id: string }>(sql`select gateway_payment_id as id from unmatched_payments`);
  const unmatched = new Set(kept.map(({ id }) => id));
  const unpaid = [...shop.paid].filter((id) => !paid.has(id) && !unmatched.has(`payment_${id}`));
  if (unpaid.length > 0)
    wrong.push(`${unpaid.length} payments that were taken note of are lost, such as of ${unpaid[0]}`);
  const twice = payments.filter(({ count }) => count > 1);
  if (twice.length > 0) wrong.push(`${twice.length} payments were taken twice, such as of ${twice[0]?.id}`);

  const events = await db().execute<{ id: string; status: string }>(sql`
    select event_id as id, status from webhook_deliveries`);
  const missed = events.filter(({ id }) => !receiver.events.has(id));
  if (missed.length > 0)
    wrong.push(`${missed.length} events never arrived, such as ${missed[0]?.id}, ${missed[0]?.status}`);
  const [without] = await db().execute<{ count: number }>(sql`
    select count(*)::int as count from events
    where time > (select min(created_at) from webhook_endpoints)
      and not exists (select from webhook_deliveries row where row.event_id = events.id)`);
  if (without && without.count > 0) wrong.push(`${without.count} events have no delivery`);
  if (receiver.forged() > 0) wrong.push(`${receiver.forged()} webhooks were not signed as they should be`);

  if (shop.carrier.labels.length === 0) wrong.push("no parcel was booked with the carrier");
  wrong.push(...(await partedLabels(shop.carrier.labels)));
  const jobs = await db().execute<{ id: string; status: string; says: string | null }>(
    sql`select id, status, says from jobs`,
  );
  const statuses = new Map(jobs.map(({ id, status, says }) => [id, `${status} ${says ?? ""}`.trim()]));
  for (const id of shop.jobs) {
    const status = statuses.get(id) ?? "lost";
    if (status !== "done") wrong.push(`the job ${id} is ${status}`);
  }

  const [oversold] = await db().execute<{ count: number }>(sql`
    select count(*)::int as count from stock_levels where reserved + committed > on_hand or on_hand < 0`);
  if (oversold && oversold.count > 0) wrong.push(`${oversold.count} stock levels are oversold`);
  return wrong;
}
