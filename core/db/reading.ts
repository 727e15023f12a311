import { poolInUse, replacePool } from "./client.ts";
import { lostItsConnection } from "./error.ts";

/**
 * Reads, and reads again over new connections when the database had closed ours: after a restart, or after this process
 * was frozen between two requests. For work that changes nothing, or nothing that may not be done twice.
 */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
  const pool = poolInUse();
  try {
    return await work();
  } catch (error) {
    if (!lostItsConnection(error)) throw error;
    replacePool(pool);
    return await work();
  }
}
