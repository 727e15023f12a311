import { callAws } from "#core/aws";
import { optional } from "#core/environment";
import { log } from "#core/log";

let underWay: Promise<void> | undefined;
let following: Promise<void> | undefined;

/**
 * Tells the relay that there is something in the outbox. Best effort: when it fails, the sweep behind it
 * finds the events within a minute, so a change that has committed is never reported as failed.
 * A host that commits many changes at once sends one poke for all that came while another was under way:
 * that one may have been read before their commit, so they share the one that follows it.
 */
export function poke(): Promise<void> {
  if (underWay) {
    following ??= underWay.then(() => {
      following = undefined;
      return poke();
    });
    return following;
  }
  underWay = send().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function send(): Promise<void> {
  const QueueUrl = optional("RELAY_QUEUE_URL");
  if (!QueueUrl) return;
  try {
    await callAws("sqs", "SendMessage", { QueueUrl, MessageBody: "{}" }, { timeoutMs: 1_000, retries: 0 });
  } catch (error) {
    log.warn("poke failed", { error });
  }
}
