import { db } from "#core/db/client";
import type { Outgoing } from "./outgoing.ts";

/** How many first tries, and how many later ones, are claimed at once. */
const claimSize = 100;
/** The wait after the sweep's first try; each further try doubles it, up to the longest. */
const firstWaitSeconds = 60;
const waitSecondsMax = 900;
/** After a call that failed as a whole: the sweep's next run tries its events again. */
const failedWaitSeconds = 30;

/**
 * Takes due events that have not arrived, first tries and later ones alike, the longest overdue first. The try is
 * counted with the claim, and its wait hides them from other sweeps: however many run, each has its own events.
 * It does not wait for the disk: if a power cut loses a claim, its events are put once more.
 */
export async function claimDue(): Promise<Outgoing[]> {
  const rows = await db().$client<Outgoing[]>`
    update events set
      put_attempts = put_attempts + 1,
      next_put_at = now() + make_interval(secs => least(${firstWaitSeconds} * 2 ^ least(put_attempts, 10), ${waitSecondsMax}))
    from (select set_config('synchronous_commit', 'off', true)) as unhurried
    where ctid = any(array(
      select due.ctid from (values (0), (1)) as turns (turn) cross join lateral (
        select ctid from events
        where fanned_out_at is null and least(put_attempts, 1) = turn and next_put_at <= now()
        order by next_put_at, id limit ${claimSize}
        for update skip locked
      ) as due))
    returning id, name, body, put_attempts as attempts, to_char(time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time`;
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** How many are on their way, counted up to `most`: not arrived, and not due for another try. */
export async function waitingCount(most: number): Promise<number> {
  const [found] = await db().$client<{ count: number }[]>`
    select count(*)::integer as count from (
      select from events where fanned_out_at is null and least(put_attempts, 1) in (0, 1) and next_put_at > now() limit ${most}
    ) as waiting`;
  return found?.count ?? 0;
}

/** Makes the next sweep put all events that have not arrived, however recent: for when the queues are surely empty. */
export async function allDue(): Promise<void> {
  await db().$client`
    update events set next_put_at = date_trunc('milliseconds', now()) where fanned_out_at is null and least(put_attempts, 1) in (0, 1) and next_put_at > now()`;
}

/**
 * Uncounts a try that reached nothing. The wait is short, because the failure was not about these events. Events that
 * have arrived anyway are not filtered out, because that would read the index of all waiting events.
 */
export async function giveBack(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db().$client`
    update events set
      put_attempts = greatest(put_attempts - 1, 0),
      next_put_at = now() + make_interval(secs => ${failedWaitSeconds})
    where id = any(${[...ids]}::text[])`;
}
