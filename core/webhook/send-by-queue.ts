import { optional } from "#core/environment";
import { checkEgress } from "#core/net/guard";
import { checkSecretsKey } from "#core/secret";
import type { TimeLeft } from "#core/time-left";
import { awakeIn, isEconomical, wakeSleeping } from "./awake.ts";
import { awakeHere } from "./awake-here.ts";
import { timeoutMs, timeoutMsMax } from "./backoff.ts";
import { deliveryLease } from "./delivery-lease.ts";
import { type Sent, sendDue } from "./send-due.ts";
import type { Lane } from "./webhook.table.ts";

const slots = 200;

/** `WEBHOOK_TIMEOUT_SECONDS`; 10 if zero or absent. */
function timeoutSetMs(): number {
  const set = Number(optional("WEBHOOK_TIMEOUT_SECONDS") ?? 0) * 1000;
  return set > 0 ? Math.min(set, timeoutMsMax) : timeoutMs;
}

/**
 * Runs the claim loop in one lane, and sends wake-ups through the queues for each failure's next attempt, and for
 * everything still due when the time is up: by then everything is recorded.
 */
export async function sendByQueue(lane: Lane, timeLeft: TimeLeft): Promise<Sent> {
  checkSecretsKey();
  checkEgress("WEBHOOK_EGRESS");
  const withinMs = timeoutSetMs();
  const awake = isEconomical() ? awakeIn(lane) : awakeHere(lane);
  const sent = await sendDue({
    lane,
    slots,
    timeLeft: () => timeLeft() - withinMs,
    wake: wakeSleeping,
    timeoutMs: withinMs,
    ...(awake && { awake }),
  });
  if (sent.unfinished) await wakeSleeping((await deliveryLease.due(0, 100)).filter((queue) => queue.lane === lane));
  return sent;
}
