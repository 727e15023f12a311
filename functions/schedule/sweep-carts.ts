import type { Context, ScheduledEvent } from "aws-lambda";
import { system } from "#core/actor";
import { sweepAbandonedCarts } from "#core/cart/sweep-abandoned";
import { inPublishedChange } from "#core/event/publish";
import { timeLeftIn } from "#functions/time-left";

/** Emits events for abandoned carts, every quarter of an hour. */
export async function handler(_: ScheduledEvent, context: Context): Promise<void> {
  await sweepAbandonedCarts(system("sweep-carts"), inPublishedChange, timeLeftIn(context));
}
