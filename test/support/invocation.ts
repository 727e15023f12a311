import type { Context, ScheduledEvent } from "aws-lambda";

/** What Lambda gives a worker or a schedule beside its event: half a minute, and names. */
export const invocation = {
  getRemainingTimeInMillis: () => 30_000,
  functionName: "test",
  awsRequestId: "test",
} as Context; // The rest of it no handler of ours reads.

/** What EventBridge sends; ours read nothing of it. */
export const scheduled = {} as ScheduledEvent;
