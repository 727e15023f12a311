import { tellStaff } from "#core/message/tell-staff";
import { wakeWorker } from "#core/provider/wake-workers";

/** Mails staff about endpoints whose deliveries were given up, and each morning about low stock. */
export async function handler(): Promise<void> {
  if (await tellStaff()) await wakeWorker("messages");
}
