import { setTimeout as pause } from "node:timers/promises";
import { log } from "#core/log";
import type { TimeLeft } from "#core/time-left";
import { claimDue, giveBack, waitingCount } from "./claim.ts";
import type { Put } from "./outgoing.ts";
import { recordRefused } from "./record-refused.ts";

/** So many are put ahead of the subscriber: what it has already, and has not come to, it must not have again each minute. */
const mostAhead = 10_000;
const lookMs = 200;
/** A call that takes longer than this is given up. */
const callMs = 10_000;

/**
 * Puts again on the bus what has not arrived in time, until nothing is due or the time is up: the process that made the
 * change died before it could, the bus was away or refused it, or a queue has lost it. Whoever has an event already finds
 * nothing to do. Safe to run many at once.
 * @returns how many events the bus took.
 */
export async function sweepOutbox(put: Put, timeLeft: TimeLeft, ahead = mostAhead): Promise<number> {
  let [looked, taken] = [0, 0];
  while (timeLeft() > 0) {
    if (looked >= ahead && (await waitingCount(ahead)) >= ahead) {
      await pause(lookMs);
      continue;
    }
    const claimed = await claimDue();
    if (claimed.length === 0) break;
    const outcome = await put(claimed, callMs);
    const { refused, failed } = outcome;
    await recordRefused(claimed, outcome);
    await giveBack(failed.map(({ id }) => id));
    looked += claimed.length;
    taken += claimed.length - refused.length - failed.length;
    // A bus that answers nobody would be asked in a circle.
    if (failed.length === claimed.length) break;
  }
  if (taken > 0) log.warn("events that had not arrived were put on the bus again", { count: taken });
  return taken;
}
