import type { Operation } from "#core/contract/kit/operation";
import { optional } from "#core/environment";
import { log } from "#core/log";

/**
 * Publishes a request's events, for operations that emit. To be called in parallel with the transaction: AWS's client
 * takes about as long to load as a transaction to run, and operations that only read never load it. Null if there is
 * nothing to publish, or no bus; the outbox's sweep then does it.
 */
export async function publisherFor(op: Operation) {
  if (!op.emits || !optional("EVENT_BUS_NAME")) return null;
  try {
    return await import("#core/event/publish");
  } catch (error) {
    log.error("the publisher did not load", { error });
    return null;
  }
}
