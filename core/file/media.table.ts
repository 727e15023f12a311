/** The files that everybody may see: written by the verbs of this folder, for whoever publishes one. */

import { timeColumn } from "#core/db/columns";
import { pgTable, text } from "#core/db/drizzle";
import type { MediaKey } from "./folders.ts";

/** A row is there before its file is, and goes after it: no file is forgotten. */
export const mediaFiles = pgTable("media_files", {
  key: text().$type<MediaKey>().primaryKey(),
  /** Null while something shows it. */
  removeAfter: timeColumn(),
});
