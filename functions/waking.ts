import type { Woken } from "#core/provider/wake-workers";

/** Wakes a worker after a commit. AWS's client is loaded only then: cold starts are faster without it. */
export const waking = (queue: Woken) => async (): Promise<void> =>
  (await import("#core/provider/wake-workers")).wakeWorker(queue);
