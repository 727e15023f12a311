import { notifyStaff } from "#core/message/notify-staff";
import { wakeWorker } from "#core/provider/wake-workers";
import { holdersOf } from "#core/staff/holders";

/** Mails staff about endpoints whose deliveries were given up, and each morning about low stock. */
export async function handler(): Promise<void> {
  if (await notifyStaff(holdersOf)) await wakeWorker("messages");
}
