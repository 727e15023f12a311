import type { Context, ScheduledEvent } from "aws-lambda";

/** What Lambda gives a worker or a schedule besides its event: three minutes, and names. */
export const invocation = {
  getRemainingTimeInMillis: () => 180_000,
  functionName: "test",
  awsRequestId: "test",
} as Context; // Our handlers read nothing else.

/** What EventBridge sends; our handlers do not read it. */
export const scheduled = {} as ScheduledEvent;
