import type { Context, ScheduledEvent } from "aws-lambda";
import { log } from "#core/log";
import { sweepBackorders } from "#core/stock/sweep-backorders";
import { timeLeftIn } from "#functions/time-left";

/** Every arrival of stock serves backorders itself; this finds lines that were skipped, every minute. */
export async function handler(_: ScheduledEvent, context: Context): Promise<void> {
  const lines = await sweepBackorders(timeLeftIn(context));
  if (lines > 0) log.info("served waiting lines", { lines });
}
