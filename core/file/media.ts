import { sql } from "drizzle-orm";
import type { Change } from "#core/db/change";
import { optional } from "#core/environment";
import type { MediaKey } from "./folders.ts";

/** Where everybody finds a file of the store, at the address by which people know it. */
export const mediaUrl = (key: MediaKey): string => `${optional("PUBLIC_URL") ?? ""}/${key}`;

/** Writes down files that are about to be published; unless they are kept within a day, they go again. */
export async function reserveMedia(change: Change, keys: readonly MediaKey[]): Promise<void> {
  await change.tx.execute(sql`
    insert into media_files (key, remove_after)
    select key, clock_timestamp() + interval '1 day' from unnest(${sql.param(keys)}::text[]) key
    on conflict (key) do update set remove_after = greatest(media_files.remove_after, excluded.remove_after)
      where media_files.remove_after is not null`);
}

/** Something shows these now: they stay. */
export async function keepMedia(change: Change, keys: readonly MediaKey[]): Promise<void> {
  await change.tx.execute(sql`update media_files set remove_after = null where key = any(${sql.param(keys)})`);
}

/** Nothing of ours shows these any more. Pages and mails that others keep may, so they stay for another 30 days. */
export async function discardMedia(change: Change, keys: readonly MediaKey[]): Promise<void> {
  if (keys.length === 0) return;
  await change.tx.execute(sql`
    update media_files set remove_after = clock_timestamp() + interval '30 days' where key = any(${sql.param(keys)})`);
}
