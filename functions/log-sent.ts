import type { Sent } from "#core/webhook/send-due";
import { logRequest } from "./log-request.ts";

/** Reports the outcomes of a sender's run, if it made any attempts. */
export function logSent({ delivered, failed, dead, ms }: Sent): void {
  if (ms.length > 0) logRequest({ Delivered: delivered, Failed: failed, Dead: dead, DeliveryTime: ms });
}
