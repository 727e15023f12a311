import { setTimeout as pause } from "node:timers/promises";
import { codeOf } from "./error.ts";

/** 55P03 lock_not_available: `lock_timeout` has run out. */
const lockNotAvailable = "55P03";

/**
 * For work that locks a whole table. Everyone else queues behind the waiting lock, so the work sets a short
 * `lock_timeout`: when that runs out, this lets the others pass, and tries again.
 * @throws the error of the last try, or any other at once.
 */
export async function letOthersPass<T>(work: () => Promise<T>, triesMax = 20): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable || tries === triesMax) throw error;
      await pause(Math.random() * 1_000);
    }
  }
}
