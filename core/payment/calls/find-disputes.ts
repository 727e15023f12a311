import { ask } from "#core/call/ask";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { wireTime } from "#core/db/wire";
import { codesThat } from "#core/payment/gateway-family";
import { askEach } from "./ask-each.ts";

/** How often a gateway is asked for its disputes. */
const everyHours = 24;
/** From their opening to the bank's decision. */
const lastDays = 120;

/**
 * Asks gateways for disputes: the report of one may be lost, and a dispute that nobody answers is lost as well. What has
 * changed is known from the day before the last look that was answered, because what that found may not have been read.
 * If the rest of its list was not, all of that is asked for again.
 */
export async function findDisputes(): Promise<void> {
  const listing = await codesThat(({ findDisputes }) => findDisputes);
  // One that was set up today has none that was not reported.
  const isDue = sql`
    removed_at is null and coalesce(disputes_looked_at, configured_at) < now() - make_interval(hours => ${everyHours})`;
  const due = await db().execute<Due>(sql`
    select code as id, code as gateway from providers where code = any(${sql.param(listing)}) and ${isDue}`);
  await askEach(due, async (change, { gateway }) => {
    const asked = await change.tx.execute(sql`
      update providers set disputes_looked_at = clock_timestamp() where code = ${gateway} and ${isDue} returning 1`);
    if (asked.length === 0) return;
    const since = new Date(change.at.getTime() - lastDays * 86_400_000).toISOString();
    const [looked] = await change.tx.execute<{ since: string | null }>(sql`
      select ${wireTime(`greatest(least(last.at - interval '1 day', rest.since), now() - interval '${lastDays} days')`)} as since
      from (
          select max(created_at) as at from calls
          where does = 'findDisputes' and subject_id = ${gateway} and status = 'done' and settled_at is not null
        ) last cross join lateral (
          select min((asked ->> 'changedSince')::timestamptz) as since from calls
          where does = 'findDisputes' and provider = ${gateway} and subject_id <> ${gateway} and created_at >= last.at
            and (status in ('asked', 'unknown') or (status = 'refused' and settled_at is not null))
        ) rest`);
    const changedSince = looked?.since ?? since;
    await ask(change, { provider: gateway, does: "findDisputes", subjectId: gateway, asked: { since, changedSince } });
  });
}

interface Due extends Record<string, unknown> {
  readonly id: string;
  readonly gateway: string;
}
