import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { MediaKey } from "./folders.ts";
import { mediaFiles } from "./media.table.ts";

/** Registers files that are about to be published; they are removed unless they are kept within a day. */
export async function reserveMedia(change: Change, keys: readonly MediaKey[]): Promise<void> {
  await change.tx.execute(sql`
    insert into media_files (key, remove_after)
    select key, clock_timestamp() + interval '1 day' from unnest(${sql.param(keys)}::text[]) key
    on conflict (key) do update set remove_after = greatest(media_files.remove_after, excluded.remove_after)
      where media_files.remove_after is not null`);
}

/** Marks files as in use. */
export const keepMedia = (change: Change, keys: readonly MediaKey[]): Promise<unknown> =>
  change.tx.update(mediaFiles).set({ removeAfter: null }).where(among(keys));

/**
 * Marks files as no longer in use. Cached pages and emails may still refer to them, so they stay for another 30 days.
 */
export async function discardMedia(change: Change, keys: readonly MediaKey[]): Promise<void> {
  if (keys.length === 0) return;
  const removeAfter = sql`clock_timestamp() + interval '30 days'`;
  await change.tx.update(mediaFiles).set({ removeAfter }).where(among(keys));
}

const among = (keys: readonly MediaKey[]) => sql`${mediaFiles.key} = any(${sql.param(keys)})`;
