import { setTimeout as pause } from "node:timers/promises";
import { log } from "#core/log";
import type { TimeLeft } from "#core/time-left";
import { claimDue, giveBack, waitingCount } from "./claim.ts";
import type { Put } from "./outgoing.ts";
import { recordRefused } from "./record-refused.ts";

/** How many are put ahead of the subscriber: events it has not come to yet must not be sent to it again each minute. */
const mostAhead = 10_000;
const lookMs = 200;
/** Longest time for a call. */
const callMs = 10_000;

/**
 * Puts events that have not arrived in time on the bus again, until nothing is due or the time is up: their process
 * died first, the bus was away or refused them, or a queue lost them. A subscriber that already has an event does
 * nothing. Safe to run many at once.
 * @returns how many events the bus accepted.
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
    // A bus that does not answer would be called in an endless loop.
    if (failed.length === claimed.length) break;
  }
  if (taken > 0) log.warn("events that had not arrived were published again", { count: taken });
  return taken;
}
