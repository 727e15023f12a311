import type { Sent } from "#core/webhook/send-due";
import { reportMetrics } from "./report-metrics.ts";

/** Reports the outcomes of a sender's run, if it made any attempts. */
export function reportSent({ delivered, failed, dead, ms }: Sent): void {
  if (ms.length > 0) reportMetrics({ Delivered: delivered, Failed: failed, Dead: dead, DeliveryTime: ms });
}
