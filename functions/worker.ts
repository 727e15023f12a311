/** How a worker that only looks meets its queue. */
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { log } from "#core/log";

type Worker = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** Time kept back at the end of an invocation, to record and return what is under way. */
const reserveMs = 5_000;

/**
 * Messages that only say "look": one look for the whole batch. `until` is when to stop, of `performance.now()`.
 * Only broken infrastructure throws, and then the batch comes back.
 */
export function onWakeUp(look: (until: number) => Promise<unknown>): Worker {
  return async ({ Records }, context) => {
    try {
      await look(performance.now() + context.getRemainingTimeInMillis() - reserveMs);
      return { batchItemFailures: [] };
    } catch (error) {
      logFailure(context, error);
      return { batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    }
  };
}

function logFailure({ functionName, awsRequestId }: Context, error: unknown): void {
  log.error("message failed", {
    functionName,
    requestId: awsRequestId,
    error,
  });
}
