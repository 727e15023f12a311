/** The files that everybody may see: written by the verbs of this folder, for whoever publishes one. */
import { pgTable, text } from "drizzle-orm/pg-core";
import { timeColumn } from "#core/db/columns";
import type { MediaKey } from "./folders.ts";

/** A row is there before its file is, and goes after it: no file is forgotten. */
export const mediaFiles = pgTable("media_files", {
  key: text().$type<MediaKey>().primaryKey(),
  /** Null while something shows it. */
  removeAfter: timeColumn(),
});
