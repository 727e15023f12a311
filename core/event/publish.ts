import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/fields";
import { type Change, inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { within } from "#core/time-left";
import { traced } from "#core/trace";
import { putOnBus } from "./bus.ts";
import type { Outgoing } from "./outgoing.ts";
import { recordRefused } from "./record-refused.ts";

/** Nobody waits longer than this for the bus: what is not on it by then, the sweep puts there. */
const publishMs = 2_000;
/** Events in memory at once; a change that has more sends them in turn. */
const pageSize = 50;

let waiting: Id<"change">[] = [];
let following: Promise<void> | undefined;
let underWay: Promise<void> = Promise.resolve();

/**
 * Puts on the bus what a change has emitted, once it has committed. Best effort, 2 s at most, and it never throws: the
 * events are in the outbox, and the sweep finds within a minute what has not arrived. It reads them from there, so that
 * work which was taken back, a dry run or an attempt that lost a race, is told to nobody.
 * A host that commits many changes at once sends together what all of them emitted while a call was under way.
 */
export function publish(changeId: Id<"change">): Promise<void> {
  if (!optional("EVENT_BUS_NAME")) return Promise.resolve();
  waiting.push(changeId);
  following ??= underWay.then(() => {
    const changeIds = waiting;
    waiting = [];
    following = undefined;
    underWay = putEventsOf(changeIds);
    return underWay;
  });
  const published = following;
  return traced({ name: "publish events", kind: "producer" }, () => atMost(publishMs, published));
}

/** As `inChange`, and what the change emitted is published after it. */
export async function inPublishedChange<T>(by: Actor, work: (change: Change) => Promise<T>): Promise<T> {
  let changeId: Id<"change"> | undefined;
  const answer = await inChange(by, (change) => {
    changeId = change.id;
    return work(change);
  });
  if (changeId !== undefined) await publish(changeId);
  return answer;
}

async function putEventsOf(changeIds: readonly Id<"change">[]): Promise<void> {
  const timeLeft = within(publishMs);
  try {
    let after = "";
    while (timeLeft() > 0) {
      const events = await eventsOf(changeIds, after);
      const last = events.at(-1);
      if (!last) return;
      const outcome = await putOnBus(events, timeLeft());
      await recordRefused(events, outcome);
      // A bus that answers nobody would be asked again for each page.
      if (events.length < pageSize || outcome.failed.length === events.length) return;
      after = last.id;
    }
  } catch (error) {
    log.warn("events not published", { changes: changeIds.length, error });
  }
}

const eventsOf = (changeIds: readonly Id<"change">[], after: string): Promise<readonly Outgoing[]> =>
  db().$client<Outgoing[]>`
    select id, name, body, put_attempts as attempts, to_char(time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time
    from events
    where change_id = any(${[...changeIds]}::text[]) and fanned_out_at is null and id > ${after}
    order by id limit ${pageSize}`;

/** Ends with work that never throws, or when the time is up; the work then goes on by itself. */
function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((end) => {
    const timer = setTimeout(end, ms);
    void work.finally(() => {
      clearTimeout(timer);
      end();
    });
  });
}
