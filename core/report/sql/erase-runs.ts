import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { namedIn } from "#core/db/named-in";

/** Whose data: by their addresses and phone numbers in lower case. */
interface Erased {
  readonly texts: readonly string[];
}

const removed = "-- Removed because a customer was erased.";

/** Removes the statement, parameters and error of runs that name a person. Who ran them, and when, is kept. */
export async function eraseRuns({ tx }: Change, { texts }: Erased): Promise<void> {
  await tx.execute(sql`
    update report_runs set statement = ${removed}, parameters = '{}', says = null
    where ${namedIn(texts, sql`concat_ws(' ', statement, parameters, says)`)}`);
}
