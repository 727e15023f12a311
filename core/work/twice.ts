import { setTimeout as wait } from "node:timers/promises";
import { log } from "#core/log";

/** By then the pool has noticed which of its connections are dead. */
const pauseMs = 100;

/** A connection that was killed is replaced by the second try; an error that stays is the caller's. */
export async function twice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.warn("database failed, trying once more", { error });
    await wait(pauseMs);
    return work();
  }
}
