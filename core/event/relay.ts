import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { db } from "#core/db/client";
import { log } from "#core/log";
import type { TimeLeft } from "#core/time-left";

/** An event of the outbox on its way to the bus. `body` is its JSON, byte for byte what receivers get. */
export interface Outgoing {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly time: string;
}

/** Puts events on the bus and answers the ids that it did not take. Throws when it took none. */
export type Send = (events: readonly Outgoing[]) => Promise<ReadonlySet<string>>;

/** How many are claimed at once, and for how long they stay hidden from other relays. */
const claimSize = 200;
const claimSeconds = 30;
/** A moment for what is committed right behind the first: at many changes a second it spares most of the relay's work. */
const gatherMs = 4;
/** How long an event that the bus refused waits before it is tried again. */
const retrySeconds = 5;

/**
 * Sends what waits in the outbox, oldest first, until nothing is due or the time is up.
 * At least once: an event whose stamp is lost is sent again. Any number of relays may run at the same time.
 * @returns how many events the bus took.
 */
export async function relayOutbox(send: Send, timeLeft: TimeLeft): Promise<number> {
  let sent = 0;
  await pause(gatherMs);
  while (timeLeft() > 0) {
    const claimed = await claim();
    if (claimed.length === 0) break;
    const refused = await send(claimed).catch((error: unknown) => {
      log.warn("bus refused events", { error });
      return new Set(claimed.map(({ id }) => id));
    });
    await stamp(claimed.map(({ id }) => id).filter((id) => !refused.has(id)));
    sent += claimed.length - refused.size;
    if (refused.size > 0) await putBack([...refused]);
    // What has been committed since has a wake-up of its own. And a bus that takes nothing would be asked in a circle.
    if (claimed.length < claimSize || refused.size === claimed.length) break;
  }
  return sent;
}

/**
 * In a statement of its own: it does not wait for the disk. Should a power cut take a claim or a stamp back, the event is
 * sent again; and the subscriber, who marks the same rows, does not wait for the disk either.
 */
const unhurried = sql`(select set_config('synchronous_commit', 'off', true)) as unhurried`;

async function claim(): Promise<Outgoing[]> {
  const rows = await db().execute<Record<keyof Outgoing, string>>(sql`
    update events set claimed_until = clock_timestamp() + make_interval(secs => ${claimSeconds})
    from ${unhurried}
    where id in (
      select id from events
      where sent_at is null and (claimed_until is null or claimed_until < clock_timestamp())
      order by id limit ${sql.raw(String(claimSize))} for update skip locked)
    returning id, name, body, to_char(time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time`);
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function stamp(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db().execute(sql`
    update events set sent_at = clock_timestamp() from ${unhurried} where id = any(${sql.param(ids)})`);
}

async function putBack(ids: readonly string[]): Promise<void> {
  await db().execute(sql`
    update events set claimed_until = clock_timestamp() + make_interval(secs => ${retrySeconds})
    where id = any(${sql.param(ids)}) and sent_at is null`);
}
