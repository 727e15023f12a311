import { connectedAnew, primary } from "./client.ts";

/** After closed connections, the password may turn out to have changed as well. */
const triesMax = 3;

/**
 * Reads, and reads again over new connections if the database had closed ours (after a restart, or while this process
 * was frozen between two requests) or the password has been changed. For work that changes nothing, or nothing that
 * cannot be repeated.
 */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const pool = primary();
    try {
      return await work();
    } catch (error) {
      if (tries === triesMax || !(await connectedAnew(pool, error))) throw error;
    }
  }
}
