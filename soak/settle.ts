/** The end of a soak: all that was asked of providers is settled, and all that they tell has arrived. */
import { setTimeout as wait } from "node:timers/promises";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { handler as makeCalls } from "#functions/worker/make-calls";
import { handler as takeInbox } from "#functions/worker/take-inbox";
import { invocation } from "#test/support/invocation";
import type { SoakGateway } from "./gateway.ts";
import { tellTheStore } from "./money-steps.ts";

const withinMs = 90_000;

/**
 * Until nothing is under way any more, or the time is up. Nobody else works: what a dead worker has claimed is nobody's.
 * @returns what nobody has settled.
 */
export async function settleAll({ books, settings }: SoakGateway): Promise<string[]> {
  const endsAt = performance.now() + withinMs;
  for (let [waited, anHourLater] = [-1, false]; ; ) {
    for (const { id, body } of books.waiting) {
      const { status } = await tellTheStore(body, settings.webhookSecret);
      if (status === 200) books.waiting = books.waiting.filter((event) => event.id !== id);
    }
    await db().execute(sql`update providers set paused_until = null`);
    await db().execute(sql`update calls set due_at = clock_timestamp() where due_at is not null`);
    await db().execute(sql`update inbox set due_at = clock_timestamp() where due_at is not null`);
    await makeCalls({ Records: [] }, invocation);
    await takeInbox({ Records: [] }, invocation);
    const [{ calls, events } = { calls: 0, events: 0 }] = await db().execute<{ calls: number; events: number }>(sql`
      select (select count(*)::integer from calls where status in ('asked', 'unknown')) as calls,
        (select count(*)::integer from inbox where due_at is not null) as events`);
    // Some events wait for a person; the others for what came before them, which may have been settled just now, or
    // for what may yet come.
    if (calls === 0 && books.waiting.length === 0 && events === waited) {
      if (anHourLater) return [];
      await db().execute(sql`update unmatched_payments set received_at = received_at - interval '1 hour'`);
      anHourLater = true;
    }
    waited = events;
    if (performance.now() > endsAt) return [`${calls} calls and ${books.waiting.length} events were never settled`];
    await wait(100);
  }
}
