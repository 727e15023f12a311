import type { Context, ScheduledEvent } from "aws-lambda";
import { system } from "#core/actor";
import { poke } from "#core/event/poke";
import { sweepUnpaidOrders } from "#core/order/sweep-unpaid";
import { timeLeftIn } from "#functions/time-left";

/** Cancels orders unpaid past their window, every 5 minutes. */
export async function handler(_: ScheduledEvent, context: Context): Promise<void> {
  const { cancelled } = await sweepUnpaidOrders(system("sweep-unpaid"), timeLeftIn(context));
  if (cancelled > 0) await poke();
}
