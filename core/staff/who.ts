import { type SQL, sql } from "#core/db/drizzle";

/** The name of the person or key whose id is in `column`, including removed people and revoked keys. */
export const nameOf = (column: SQL) => sql<string | null>`coalesce(
  (select who.name from staff who where who.id = ${column}),
  (select who.name from api_keys who where who.id = ${column}))`;
