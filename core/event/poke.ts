import { callAws } from "#core/aws";
import { optional } from "#core/environment";
import { log } from "#core/log";

/**
 * Tells the relay that there is something in the outbox. Best effort: when it fails, the sweep behind it
 * finds the events within a minute, so a change that has committed is never reported as failed.
 */
export async function poke(): Promise<void> {
  const QueueUrl = optional("RELAY_QUEUE_URL");
  if (!QueueUrl) return;
  try {
    await callAws("sqs", "SendMessage", { QueueUrl, MessageBody: "{}" }, { timeoutMs: 1_000, retries: 0 });
  } catch (error) {
    log.warn("poke failed", { error: error instanceof Error ? error : new Error(String(error)) });
  }
}
