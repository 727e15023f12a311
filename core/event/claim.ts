import { db } from "#core/db/client";
import type { Outgoing } from "./outgoing.ts";

/** How many of first tries and how many of later ones are claimed at once. */
const claimSize = 100;
/** The wait after the first try of the sweep; each further one doubles it, up to the longest. */
const firstWaitSeconds = 60;
const waitSecondsMax = 900;
/** After a call that failed as a whole: its events are tried again by the sweep's next run. */
const failedWaitSeconds = 30;

/**
 * Takes events that are due and have not arrived, first tries and later ones side by side, the longest overdue first.
 * The try is counted with the claim, and its wait hides them from other sweeps: however many run, each has its own.
 * It does not wait for the disk: should a power cut take a claim back, its events are put once more.
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

/** How many are on their way, counted up to `most`: they have not arrived, and no sweep is due to put them. */
export async function waitingCount(most: number): Promise<number> {
  const [found] = await db().$client<{ count: number }[]>`
    select count(*)::integer as count from (
      select from events where fanned_out_at is null and least(put_attempts, 1) in (0, 1) and next_put_at > now() limit ${most}
    ) as waiting`;
  return found?.count ?? 0;
}

/** Lets the next sweep put whatever has not arrived, also what was put a moment ago: for who knows that the queues are empty. */
export async function allDue(): Promise<void> {
  await db().$client`
    update events set next_put_at = date_trunc('milliseconds', now()) where fanned_out_at is null and least(put_attempts, 1) in (0, 1) and next_put_at > now()`;
}

/**
 * Takes back the count of a try that reached nobody. The wait is short: it says nothing about these events. One that has
 * arrived all the same is not sorted out, for that would be asked of the index of all that wait.
 */
export async function giveBack(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db().$client`
    update events set
      put_attempts = greatest(put_attempts - 1, 0),
      next_put_at = now() + make_interval(secs => ${failedWaitSeconds})
    where id = any(${[...ids]}::text[])`;
}
