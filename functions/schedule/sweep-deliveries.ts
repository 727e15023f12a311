import { sweepDeliveries } from "#core/webhook/sweep";

const workMs = 40_000;

/** Behind the wake-ups: wakes senders for what is overdue, every minute. */
export const handler = (): Promise<void> => sweepDeliveries(performance.now() + workMs);
