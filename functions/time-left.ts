import type { Context } from "aws-lambda";
import type { TimeLeft } from "#core/time-left";

/** Time kept back at the end of an invocation, to record and return what is under way. */
const reserveMs = 5_000;

export const timeLeftIn =
  (context: Context): TimeLeft =>
  () =>
    context.getRemainingTimeInMillis() - reserveMs;
