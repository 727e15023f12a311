/** The statements sent to the database during a test's work, and who waits for locks. */

import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

interface Statement {
  readonly text: string;
  readonly parameters: unknown[];
}

/** The statements that some work makes, in order, including `begin` and `commit`. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const made: Statement[] = [];
  const options: { debug?: unknown } = db().$client.options; // Unlike in its type, the text can be set later.
  options.debug = (_: number, text: string, parameters: unknown[]) => made.push({ text: text.trim(), parameters });
  try {
    await work();
  } finally {
    options.debug = false;
  }
  return made;
}

/** Resolves once a statement with these words has been sent so many times. */
export const untilSent = (words: string, times = 1) =>
  new Promise<void>((sent) => {
    const options: { debug?: unknown } = db().$client.options;
    let left = times;
    options.debug = (_: number, text: string) => {
      if (!text.includes(words) || --left > 0) return;
      options.debug = false;
      sent();
    };
  });

/** The longest wait allowed for one of our locks. */
const patienceMs = 20_000;

/**
 * Resolves once a backend of this database waits for a lock, according to the database.
 * @param count how many must wait, in one queue or in several.
 * @param behind a backend's process id: they must wait for a lock that it holds.
 */
export async function untilSomebodyWaits({ count = 1, behind = 0 } = {}): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const [found] = await db().execute<{ waiting: number }>(sql`
      select count(*)::integer as waiting from pg_stat_activity, pg_blocking_pids(pid) as blocking
      where datname = current_database() and cardinality(blocking) > 0 and (${behind}::integer = 0 or ${behind} = any(blocking))`);
    if (found && found.waiting >= count) return;
  }
  throw new Error("nothing waits for a lock");
}
