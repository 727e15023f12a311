import type { Context } from "aws-lambda";
import { wakeWorker } from "#core/provider/wake-workers";
import { sendScheduledReports } from "#core/report/sql/send-scheduled";
import { timeLeftIn } from "#functions/time-left";

/** Emails scheduled reports, in the morning by the store's time zone. */
export async function handler(_event: unknown, context: Context): Promise<void> {
  if (await sendScheduledReports(timeLeftIn(context))) await wakeWorker("messages");
}
