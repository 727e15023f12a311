/** What the database is asked while a test's work goes on, and who waits there. */

import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

interface Statement {
  readonly text: string;
  readonly parameters: unknown[];
}

/** The statements that some work makes, in their order; its transactions' `begin` and `commit` are among them. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const made: Statement[] = [];
  const options: { debug?: unknown } = db().$client.options; // Not as its type has it: what it says can be set later.
  options.debug = (_: number, text: string, parameters: unknown[]) => made.push({ text: text.trim(), parameters });
  try {
    await work();
  } finally {
    options.debug = false;
  }
  return made;
}

/** As long as a lock of ours may be waited for at most. */
const patienceMs = 20_000;

/**
 * Comes back when somebody in this database waits for a lock: asked of it, not guessed by the clock.
 * @param count so many of them, in one line or in several.
 * @param behind a backend's process id: for what this one holds.
 */
export async function untilSomebodyWaits({ count = 1, behind = 0 } = {}): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const [found] = await db().execute<{ waiting: number }>(sql`
      select count(*)::integer as waiting from pg_stat_activity, pg_blocking_pids(pid) as blocking
      where datname = current_database() and cardinality(blocking) > 0 and (${behind}::integer = 0 or ${behind} = any(blocking))`);
    if (found && found.waiting >= count) return;
  }
  throw new Error("nobody waits for a lock");
}
