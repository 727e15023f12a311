/** Binds a worker that only looks for work to its queue. */
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { log } from "#core/log";
import type { TimeLeft } from "#core/time-left";
import { timeLeftIn } from "./time-left.ts";

type Worker = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/**
 * For messages that only mean "look": one look for the whole batch. It fails only if the infrastructure does, and then
 * the batch comes back.
 */
export function onWakeUp(look: (timeLeft: TimeLeft) => Promise<unknown>): Worker {
  return async ({ Records }, context) => {
    try {
      await look(timeLeftIn(context));
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
