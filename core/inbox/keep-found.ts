import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import type { Settled } from "./inbox-of.ts";

/** Looks come once a day: what still waits at the next one is left to staff. */
const waitsHours = 12;

/**
 * What was found at a provider, rather than reported, and is not settled: shown to staff like an event, once, however
 * often it is found, until it is settled. What waits for something else is shown if it is found again.
 */
export async function keepFound(change: Change, provider: string, found: string, { is, says }: Settled): Promise<void> {
  const [eventId, at] = [`found:${found}`, sql`${change.at.toISOString()}::timestamptz`];
  if (is === "settled" || is === "ignored") {
    await change.tx.execute(sql`
      update inbox set status = 'settled', settled_at = ${at}
      where provider = ${provider} and event_id = ${eventId} and status <> 'settled'`);
    return;
  }
  await change.tx.execute(sql`
    insert into inbox as known (id, provider, event_id, headers, body, status, says, received_at, settled_at)
    select ${newId("inbox")}, ${provider}, ${eventId}, '{}', '', ${is === "stuck" ? is : "ignored"}, ${says}, ${at}, ${at}
    -- Its event was reported as well.
    where not exists (
      select from inbox where provider = ${provider} and event_id <> ${eventId} and status = 'stuck' and says = ${says})
    on conflict (provider, event_id) do update set status = 'stuck', says = excluded.says
      where known.status <> 'stuck'
        and (excluded.status = 'stuck' or known.received_at < ${at} - make_interval(hours => ${waitsHours}))`);
}
