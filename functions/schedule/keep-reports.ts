import type { Context } from "aws-lambda";
import { log } from "#core/log";
import { keepFigures } from "#core/report/keep-figures";
import { timeLeftIn } from "#functions/time-left";

/** Stores the figures of past days, again for days that have changed since: reports read them instead of orders. */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const kept = await keepFigures(timeLeftIn(context));
  if (kept.days + kept.months > 0) log.info("figures stored", kept);
}
