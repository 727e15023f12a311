import type { Actor } from "#core/actor";
import { type Change, inChange } from "#core/db/change";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { within } from "#core/time-left";
import { traced } from "#core/trace/trace";
import { putOnBus } from "./bus.ts";
import type { Outgoing } from "./outgoing.ts";
import { recordRefused } from "./record-refused.ts";

/** The longest wait for the bus: the sweep puts what is not on it by then. */
const publishMs = 2_000;
/** How many are put at once; more are sent page by page. */
const pageSize = 50;

let waiting: Outgoing[] = [];
let following: Promise<void> | undefined;
let underWay: Promise<void> = Promise.resolve();

/**
 * Puts a change's events on the bus, once it has committed. Best effort, 2 s at most, and it never throws: the events
 * are in the outbox, and within a minute the sweep finds those that have not arrived.
 * On a host with many changes at once, events emitted while a call is under way are sent together in the next.
 */
export function publish({ emitted }: Pick<Change, "emitted">): Promise<void> {
  if (emitted.length === 0 || !optional("EVENT_BUS_NAME")) return Promise.resolve();
  waiting = waiting.concat(emitted);
  following ??= underWay.then(() => {
    const events = waiting;
    waiting = [];
    following = undefined;
    underWay = putInTurn(events);
    return underWay;
  });
  const published = following;
  return traced({ name: "publish events", kind: "producer" }, () => atMost(publishMs, published));
}

/** Like `inChange`, and publishes the change's events afterwards. */
export async function inPublishedChange<T>(by: Actor, work: (change: Change) => Promise<T>): Promise<T> {
  let committed: Change | undefined;
  const answer = await inChange(by, (change) => {
    committed = change; // the last try, if earlier ones lost a race
    return work(change);
  });
  if (committed) await publish(committed);
  return answer;
}

async function putInTurn(events: readonly Outgoing[]): Promise<void> {
  const timeLeft = within(publishMs);
  try {
    for (let first = 0; first < events.length && timeLeft() > 0; first += pageSize) {
      const page = events.slice(first, first + pageSize);
      const outcome = await putOnBus(page, timeLeft());
      await recordRefused(page, outcome);
      // A bus that does not answer would be called again for each page.
      if (outcome.failed.length === page.length) return;
    }
  } catch (error) {
    log.warn("events not published", { events: events.length, error });
  }
}

/** Resolves with the work, which never throws, or when the time is up; the work then goes on in the background. */
function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((end) => {
    const timer = setTimeout(end, ms);
    void work.finally(() => {
      clearTimeout(timer);
      end();
    });
  });
}
