import type { Sent } from "#core/webhook/send-due";
import { say } from "./say.ts";

/** What became of the attempts of one run of the senders; nothing where there was none. */
export function saySent({ delivered, failed, dead, ms }: Sent): void {
  if (ms.length > 0) say({ Delivered: delivered, Failed: failed, Dead: dead, DeliveryTime: ms });
}
