/** Wakes whoever makes calls, reads what came in, or writes and sends messages. A message says nothing: the rows say what is to be done. */
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { sqs } from "#core/queue-client";

/** A queue that takes longer is away: the rows are there, and the sweep looks each minute. */
const callMs = 2_000;

const variables = {
  calls: "CALLS_QUEUE_URL",
  inbox: "INBOX_QUEUE_URL",
  jobs: "JOBS_QUEUE_URL",
  messages: "MESSAGES_QUEUE_URL",
  outgoing: "OUTGOING_QUEUE_URL",
} as const;

/** Best effort: it never throws, and what it cannot send the sweep makes good. */
export async function wakeWorker(queue: keyof typeof variables): Promise<void> {
  const QueueUrl = optional(variables[queue]);
  if (!QueueUrl) return;
  try {
    const call = new SendMessageCommand({ QueueUrl, MessageBody: "{}" });
    await sqs().send(call, { abortSignal: AbortSignal.timeout(callMs) });
  } catch (error) {
    log.warn("a worker was not woken", { queue, error });
  }
}
