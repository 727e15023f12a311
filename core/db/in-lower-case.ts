import { type SQL, sql } from "#core/db/drizzle";

/** Texts in PostgreSQL's lower case, to compare with its own `lower`: JavaScript's differs for some, such as İ. */
export const inLowerCase = (texts: readonly string[]): SQL =>
  sql`array(select lower(one) from unnest(${sql.param(texts)}::text[]) as one)`;
