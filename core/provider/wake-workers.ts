/**
 * Wakes the workers for calls, the inbox, jobs and messages. The queue's messages are empty: the rows define the work.
 */
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { sqs } from "#core/aws/queue-client";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { gathered } from "#core/work/gathered";

/** A queue that takes longer counts as unavailable: the rows are stored, and the sweep checks every minute. */
const callMs = 2_000;

const variables = {
  calls: "CALLS_QUEUE_URL",
  inbox: "INBOX_QUEUE_URL",
  jobs: "JOBS_QUEUE_URL",
  messages: "MESSAGES_QUEUE_URL",
  outgoing: "OUTGOING_QUEUE_URL",
} as const;

export type Woken = keyof typeof variables;

/** Callers during a send share the next one, because the worker may have looked before their rows were there. */
const wakers = new Map<Woken, () => Promise<void>>();

/** Best effort: it never throws, and the sweep covers failures. Concurrent wake-ups of a queue become one. */
export function wakeWorker(queue: Woken): Promise<void> {
  const known = wakers.get(queue);
  if (known) return known();
  const waker = gathered<void, void>(1_000, 1, async (all) => {
    await sendTo(queue);
    return all;
  });
  const wake = () => waker(undefined);
  wakers.set(queue, wake);
  return wake();
}

async function sendTo(queue: Woken): Promise<void> {
  const QueueUrl = optional(variables[queue]);
  if (!QueueUrl) return;
  try {
    const call = new SendMessageCommand({ QueueUrl, MessageBody: "{}" });
    await sqs().send(call, { abortSignal: AbortSignal.timeout(callMs) });
  } catch (error) {
    log.warn("a worker was not woken", { queue, error });
  }
}
