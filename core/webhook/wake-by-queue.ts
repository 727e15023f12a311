import { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { sqs } from "#core/aws/queue-client";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { type WakeUp, withoutDoubles } from "./wake.ts";
import type { Lane } from "./webhook.table.ts";

const variables: Readonly<Record<Lane, string>> = {
  fast: "DELIVERIES_QUEUE_URL",
  slow: "SLOW_DELIVERIES_QUEUE_URL",
};

/** SQS takes ten messages at once, and delays them by at most 900 s. */
const batchMax = 10;
const delaySecondsMax = 900;
/** A slower queue is taken to be away: the rows are there, and the sweep looks each minute. */
const callMs = 3_000;

/** Wakes senders through their queues. Best effort: the sweep makes up for failures. @returns how many failed. */
export async function wakeByQueue(wakeUps: readonly WakeUp[]): Promise<number> {
  let failed = 0;
  for (const lane of ["fast", "slow"] as const) {
    const waiting = withoutDoubles(wakeUps.filter((wakeUp) => (wakeUp.lane ?? "fast") === lane));
    const batches = Array.from({ length: Math.ceil(waiting.length / batchMax) }, (_, nth) =>
      waiting.slice(nth * batchMax, (nth + 1) * batchMax),
    );
    const failures = await Promise.all(batches.map((batch) => sendTwice(optional(variables[lane]), batch)));
    failed += failures.reduce((sum, one) => sum + one, 0);
  }
  return failed;
}

/** Messages refused by a call are sent once more. */
async function sendTwice(QueueUrl: string | undefined, batch: readonly WakeUp[]): Promise<number> {
  if (!QueueUrl) return batch.length;
  try {
    const refused = await send(QueueUrl, batch);
    const stillRefused = refused.length > 0 ? await send(QueueUrl, refused) : [];
    if (stillRefused.length > 0) log.warn("wake-ups refused by the queue", { count: stillRefused.length });
    return stillRefused.length;
  } catch (error) {
    log.warn("wake-ups not sent", { count: batch.length, error });
    return batch.length;
  }
}

async function send(QueueUrl: string, batch: readonly WakeUp[]): Promise<readonly WakeUp[]> {
  const Entries = batch.map(({ afterSeconds = 0 }, nth) => ({
    Id: String(nth),
    MessageBody: "{}",
    DelaySeconds: Math.min(afterSeconds, delaySecondsMax),
  }));
  const call = new SendMessageBatchCommand({ QueueUrl, Entries });
  const { Failed = [] } = await sqs().send(call, { abortSignal: AbortSignal.timeout(callMs) });
  const refused = new Set(Failed.map(({ Id }) => Id));
  return batch.filter((_, nth) => refused.has(String(nth)));
}
