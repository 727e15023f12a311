import { log } from "#core/log";
import { sweepWaiting } from "#core/stock/sweep-waiting";

/** Behind the serving that every arrival of stock does itself: finds who was passed over, every minute (SPEC §4). */
export async function handler(): Promise<void> {
  const lines = await sweepWaiting();
  if (lines > 0) log.info("served waiting lines", { lines });
}
