/** The public files: written by this folder's functions, for those who publish a file. */

import { timeColumn } from "#core/db/columns";
import { pgTable, text } from "#core/db/drizzle";
import type { MediaKey } from "./folders.ts";

/** A row is written before its file and removed after it, so no file is forgotten. */
export const mediaFiles = pgTable("media_files", {
  key: text().$type<MediaKey>().primaryKey(),
  /** Null while it is in use. */
  removeAfter: timeColumn(),
});
