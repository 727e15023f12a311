import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import { db } from "#core/db/client";

/** Looks this often; a quick gateway answers in a tenth of a second. */
const lookEveryMs = 50;

/** Watches the calls of a change until none of them is merely asked for any more, or the time is up. */
export async function untilOutcomeKnown(changeId: Id<"change">, withinSeconds: number): Promise<void> {
  const until = performance.now() + withinSeconds * 1_000;
  while (performance.now() < until) {
    const [open] = await db().execute(
      sql`select 1 from calls where change_id = ${changeId} and status = 'asked' limit 1`,
    );
    if (!open) return;
    await pause(lookEveryMs);
  }
}
