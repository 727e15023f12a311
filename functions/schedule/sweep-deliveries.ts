import type { Context } from "aws-lambda";
import { sweepDeliveries } from "#core/webhook/sweep";
import { timeLeftIn } from "#functions/time-left";

/** Behind the wake-ups: wakes senders for what is overdue, every minute. */
export const handler = (_event: unknown, context: Context): Promise<void> => sweepDeliveries(timeLeftIn(context));
