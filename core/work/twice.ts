import { setTimeout as wait } from "node:timers/promises";
import { connectedAnew, primary } from "#core/db/client";
import { log } from "#core/log";

/** By then the cause of the first failure is often over: a deadlock, a failover's first moment. */
const pauseMs = 100;

/**
 * A closed connection does not fail the second try, which opens new ones; a lasting error is the caller's.
 * For work that may be done twice.
 */
export async function twice<T>(work: () => Promise<T>): Promise<T> {
  const pool = primary();
  try {
    return await work();
  } catch (error) {
    log.warn("database failed, trying once more", { error });
    if (!(await connectedAnew(pool, error))) await wait(pauseMs);
    return work();
  }
}
