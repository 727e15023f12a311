import { tellStaff } from "#core/message/tell-staff";
import { wakeWorker } from "#core/provider/wake-workers";

/** Has the store's people told what nobody else tells them. */
export async function handler(): Promise<void> {
  if (await tellStaff()) await wakeWorker("messages");
}
