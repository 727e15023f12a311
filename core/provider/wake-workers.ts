/** Wakes whoever makes calls, reads what came in, or writes and sends messages. A message says nothing: the rows say what is to be done. */
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { sqs } from "#core/queue-client";
import { gathered } from "#core/work/gathered";

/** A queue that takes longer is away: the rows are there, and the sweep looks each minute. */
const callMs = 2_000;

const variables = {
  calls: "CALLS_QUEUE_URL",
  inbox: "INBOX_QUEUE_URL",
  jobs: "JOBS_QUEUE_URL",
  messages: "MESSAGES_QUEUE_URL",
  outgoing: "OUTGOING_QUEUE_URL",
} as const;

type Woken = keyof typeof variables;

/** Whoever asks while a message is under way shares the next: one that was sent before may have been looked at before. */
const wakers = new Map<Woken, () => Promise<void>>();

/** Best effort: it never throws, and what it cannot send the sweep makes good. What many wake at once is woken once. */
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
