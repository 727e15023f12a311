import { type SQL, sql } from "#core/db/drizzle";

/** Texts as PostgreSQL writes them in small letters, to be held against its own `lower`: JavaScript's differs for some, as for İ. */
export const inSmallLetters = (texts: readonly string[]): SQL =>
  sql`array(select lower(one) from unnest(${sql.param(texts)}::text[]) as one)`;
