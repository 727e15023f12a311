/** What workers answer to their queue. */
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { TimeLeft } from "#core/time-left";
import { timeLeftIn } from "./time-left.ts";

type Worker = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/**
 * Binds a worker that only looks for work to its queue. Messages only mean "look": one look for the whole batch. It
 * fails only if the infrastructure does, and then the batch comes back.
 */
export function onWakeUp(look: (timeLeft: TimeLeft) => Promise<unknown>): Worker {
  return async (_event, context) => {
    await look(timeLeftIn(context));
    return { batchItemFailures: [] };
  };
}

/**
 * The messages that have to come back, by id.
 * @throws if all of them do: Lambda counts as errors, which raise an alarm, only what is thrown. A message that fails
 * among others raises the one for dead letters.
 */
export function comeBack({ Records }: SQSEvent, failed: readonly string[]): SQSBatchResponse {
  if (failed.length > 0 && failed.length === Records.length) throw new Error("All messages of the batch have failed.");
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}
