/** The public files, and private ones to be removed: written by this folder's functions, for those who publish or discard a file. */

import { timeColumn } from "#core/db/columns";
import { pgTable, text } from "#core/db/drizzle";
import type { FileKey, MediaKey } from "./folders.ts";

/** A row is written before its file and removed after it, so no file is forgotten. */
export const mediaFiles = pgTable("media_files", {
  key: text().$type<MediaKey | FileKey>().primaryKey(),
  /** Null while it is in use. */
  removeAfter: timeColumn(),
});
