import { setTimeout as pause } from "node:timers/promises";
import type { Id } from "#core/contract/kit/fields";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { gathered } from "#core/work/gathered";

/** The polling interval; a quick gateway answers in a tenth of a second. */
const lookEveryMs = 50;

/** Waits until every call of a change has an outcome, known or unknown, or the time is up. */
export async function untilOutcomeKnown(changeId: Id<"change">, withinSeconds: number): Promise<void> {
  const until = performance.now() + withinSeconds * 1_000;
  while (performance.now() < until) {
    if (!(await isOpen(changeId))) return;
    await pause(lookEveryMs);
  }
}

/** Polls that come at about the same time share a query: those who wait must not slow down those who work. */
const isOpen = gathered<Id<"change">, boolean>(100, 1, async (changeIds) => {
  const open = await db().execute<{ id: Id<"change"> }>(sql`
    select change_id as id from calls where change_id = any(${sql.param(changeIds)}) and status = 'asked'`);
  const ids = new Set(open.map(({ id }) => id));
  return changeIds.map((id) => ids.has(id));
});
