import { system } from "#core/actor";
import { poke } from "#core/event/poke";
import { sweepUnpaidOrders } from "#core/order/sweep-unpaid";

/** Cancels orders unpaid past their window, every 5 minutes (SPEC §5). */
export async function handler(): Promise<void> {
  const { cancelled } = await sweepUnpaidOrders(system("sweep-unpaid"));
  if (cancelled > 0) await poke();
}
