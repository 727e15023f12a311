import type { Sent } from "#core/webhook/send-due";
import { say } from "./say.ts";

/** Reports the outcomes of a sender's run, if it made any attempts. */
export function saySent({ delivered, failed, dead, ms }: Sent): void {
  if (ms.length > 0) say({ Delivered: delivered, Failed: failed, Dead: dead, DeliveryTime: ms });
}
