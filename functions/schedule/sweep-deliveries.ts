import type { Context } from "aws-lambda";
import { clearRemovedEndpoints } from "#core/webhook/endpoints/clear-endpoint";
import { overdueSeconds } from "#core/webhook/overdue";
import { sweepDeliveries } from "#core/webhook/sweep";
import { reportMetrics } from "#functions/report-metrics";
import { reportSent } from "#functions/report-sent";
import { timeLeftIn } from "#functions/time-left";

/**
 * Backs up the wake-ups: reports how late deliveries are, and wakes senders for overdue ones, every minute. Then it
 * clears removed endpoints.
 */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const { fast, slow } = await overdueSeconds();
  reportMetrics({ DeliveriesOverdue: fast, SlowDeliveriesOverdue: slow });
  const timeLeft = timeLeftIn(context);
  for (const sent of await sweepDeliveries(timeLeft)) reportSent(sent);
  await clearRemovedEndpoints(timeLeft);
}
