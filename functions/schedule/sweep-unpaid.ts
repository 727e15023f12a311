import type { Context, ScheduledEvent } from "aws-lambda";
import { system } from "#core/actor";
import { inPublishedChange } from "#core/event/publish";
import { sweepUnpaidOrders } from "#core/order/sweep-unpaid";
import { timeLeftIn } from "#functions/time-left";

/** Cancels orders unpaid past their window, every 5 minutes. */
export async function handler(_: ScheduledEvent, context: Context): Promise<void> {
  await sweepUnpaidOrders(system("sweep-unpaid"), inPublishedChange, timeLeftIn(context));
}
