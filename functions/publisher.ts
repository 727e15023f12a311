import type { Operation } from "#core/contract/kit";
import { optional } from "#core/environment";
import { log } from "#core/log";

/**
 * What puts a request's events on the bus, for operations that emit. To be called beside the transaction: AWS's client
 * takes about as long to load as a transaction to run, and whoever only reads never loads it. Null where there is nothing
 * to publish or nobody to take it; the outbox's sweep then does it.
 */
export async function publisherFor(op: Operation) {
  if (!op.emits || !optional("EVENT_BUS_NAME")) return null;
  try {
    return await import("#core/event/publish");
  } catch (error) {
    log.error("what publishes events did not load", { error });
    return null;
  }
}
