import type { Actor } from "#core/actor";
import { type Change, inChange } from "#core/db/change";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { within } from "#core/time-left";
import { traced } from "#core/trace";
import { putOnBus } from "./bus.ts";
import type { Outgoing } from "./outgoing.ts";
import { recordRefused } from "./record-refused.ts";

/** Nobody waits longer than this for the bus: what is not on it by then, the sweep puts there. */
const publishMs = 2_000;
/** So many are put at once; whoever has more sends them in turn. */
const pageSize = 50;

let waiting: Outgoing[] = [];
let following: Promise<void> | undefined;
let underWay: Promise<void> = Promise.resolve();

/**
 * Puts on the bus what a change has emitted, once it has committed. Best effort, 2 s at most, and it never throws: the
 * events are in the outbox, and the sweep finds within a minute what has not arrived.
 * A host that commits many changes at once sends together what all of them emitted while a call was under way.
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

/** As `inChange`, and what the change emitted is published after it. */
export async function inPublishedChange<T>(by: Actor, work: (change: Change) => Promise<T>): Promise<T> {
  let committed: Change | undefined;
  const answer = await inChange(by, (change) => {
    committed = change; // the last one, where an earlier one lost a race
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
      // A bus that answers nobody would be asked again for each page.
      if (outcome.failed.length === page.length) return;
    }
  } catch (error) {
    log.warn("events not published", { events: events.length, error });
  }
}

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
