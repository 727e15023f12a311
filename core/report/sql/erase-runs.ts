import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { namedIn } from "#core/db/named-in";

/** Whose data: by their addresses and phone numbers in small letters. */
interface Erased {
  readonly texts: readonly string[];
}

const removed = "-- Removed because a customer was erased.";

/** Removes what runs were asked for, and what PostgreSQL said, where it names a person. Who ran them, and when, is kept. */
export async function eraseRuns({ tx }: Change, { texts }: Erased): Promise<void> {
  await tx.execute(sql`
    update report_runs set statement = ${removed}, parameters = '{}', says = null
    where ${namedIn(texts, sql`concat_ws(' ', statement, parameters, says)`)}`);
}
