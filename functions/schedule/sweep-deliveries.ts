import type { Context } from "aws-lambda";
import { overdueSeconds } from "#core/webhook/overdue";
import { sweepDeliveries } from "#core/webhook/sweep";
import { logRequest } from "#functions/log-request";
import { logSent } from "#functions/log-sent";
import { timeLeftIn } from "#functions/time-left";

/** Backs up the wake-ups: reports how late deliveries are, and wakes senders for overdue ones, every minute. */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const { fast, slow } = await overdueSeconds();
  logRequest({ DeliveriesOverdue: fast, SlowDeliveriesOverdue: slow });
  for (const sent of await sweepDeliveries(timeLeftIn(context))) logSent(sent);
}
