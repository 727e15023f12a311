import type { Context } from "aws-lambda";
import type { TimeLeft } from "#core/time-left";

/** Time reserved at the end of an invocation, to record and return work under way. */
const reserveMs = 5_000;

export const timeLeftIn =
  (context: Context): TimeLeft =>
  () =>
    context.getRemainingTimeInMillis() - reserveMs;
