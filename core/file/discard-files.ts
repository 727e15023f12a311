import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { FileKey } from "./folders.ts";

/** Private files that are not to wait until the bucket removes them: they go after this time, if they are there. */
export async function discardFiles(change: Change, keys: readonly FileKey[], after: Date): Promise<void> {
  if (keys.length === 0) return;
  await change.tx.execute(sql`
    insert into media_files (key, remove_after)
    select key, ${after.toISOString()}::timestamptz from unnest(${sql.param([...keys])}::text[]) key
    on conflict (key) do update set remove_after = excluded.remove_after`);
}
