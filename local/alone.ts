import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

const retryMs = 100;

/** SQLite's code for a file that somebody else has locked. */
const busy = 5;

/**
 * Does something that only one process may do at a time: test files run side by side. `path` is the file of the lock,
 * which stays. The lock is that of a SQLite transaction, so the system frees it when its holder ends, also by a kill:
 * none is ever found old and taken over, which two could do at once. Aborting ends the wait.
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
