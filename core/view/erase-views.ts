import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { namedIn } from "#core/db/named-in";

/** Whose data: by their addresses and phone numbers in lower case. */
interface Erased {
  readonly texts: readonly string[];
}

/** Removes the views that search for a person, who cannot be found any more. */
export async function eraseViews({ tx }: Change, { texts }: Erased): Promise<void> {
  await tx.execute(sql`delete from list_views where ${namedIn(texts, sql`(name || ' ' || search::text)`)}`);
}
