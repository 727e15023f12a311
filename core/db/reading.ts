import { connectedAnew, poolInUse } from "./client.ts";

/** Closed connections may be followed by a password that was changed meanwhile. */
const triesMax = 3;

/**
 * Reads, and reads again over new connections when the database had closed ours: after a restart, or after this process
 * was frozen between two requests; and when the password has been changed. For work that changes nothing, or nothing that may
 * not be done twice.
 */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const pool = poolInUse();
    try {
      return await work();
    } catch (error) {
      if (tries === triesMax || !(await connectedAnew(pool ?? poolInUse(), error))) throw error;
    }
  }
}
