import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";

/** Whose data: by their addresses and phone numbers in small letters. */
interface Erased {
  readonly texts: readonly string[];
}

/**
 * Removes the views that search for a person, who cannot be found any more, and what the audit has kept of such views,
 * also of removed ones.
 */
export async function eraseViews({ tx }: Change, { texts }: Erased): Promise<void> {
  const names = (written: SQL) => sql`exists (
    select from unnest(${sql.param([...texts])}::text[]) text where strpos(lower(${written}), text) > 0)`;
  await tx.execute(sql`delete from list_views where ${names(sql`name || ' ' || search::text`)}`);
  await tx.execute(sql`
    delete from audit_personal where subject_id >= 'viw_' and subject_id < 'viw\`' and ${names(sql`before::text || after::text`)}`);
}
