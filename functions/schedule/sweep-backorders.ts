import type { Context, ScheduledEvent } from "aws-lambda";
import { log } from "#core/log";
import { sweepBackorders } from "#core/stock/sweep-backorders";
import { timeLeftIn } from "#functions/time-left";

/** Behind the serving that every arrival of stock does itself: finds who was passed over, every minute. */
export async function handler(_: ScheduledEvent, context: Context): Promise<void> {
  const lines = await sweepBackorders(timeLeftIn(context));
  if (lines > 0) log.info("served waiting lines", { lines });
}
