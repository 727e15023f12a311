import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

const retryMs = 100;

/** SQLite's code for a file that is locked by another connection. */
const busy = 5;

/**
 * Runs something that only one process may run at a time: test files run in parallel. `path` is the lock file, which is
 * not removed. The lock belongs to a SQLite transaction, so the system releases it when its holder ends, even if
 * killed: there are no stale locks to take over, which two processes could do at once. Aborting ends the wait.
 */
export async function alone<Done>(path: string, work: () => Promise<Done>, signal?: AbortSignal): Promise<Done> {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    while (!isTaken(lock)) await pause(retryMs, undefined, { ...(signal && { signal }) });
    return await work();
  } finally {
    lock.close();
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec("begin exclusive");
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return false;
    throw error;
  }
}
