import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

/**
 * A fingerprint of every row of every table, except for when people were last seen, the request counts of
 * storefronts, and when a webhook was last refused.
 */
export async function checksums(): Promise<Record<string, string>> {
  created ??= createFunction();
  await created;
  const sums = await db().execute<{ name: string; sum: string }>(sql`select * from checksums()`);
  return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]));
}

let created: Promise<unknown> | undefined;

/** PostgreSQL keeps the plans of a function's statements. Planning them takes ten times as long as running them. */
async function createFunction(): Promise<void> {
  const tables = await db().execute<{ name: string; columns: string }>(
    sql`select relname as name, string_agg(format('t.%I', attname), ', ' order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'storefront_requests' and attname not in ('last_used_at', 'seen_at', 'webhook_refused_at')
      group by relname`,
  );
  // A sum does not depend on the order of the rows, which would have to be sorted for a hash of all.
  const each = tables.map(
    ({ name, columns }) =>
      `name := '${name}';
      sum := (select coalesce(sum(hashtextextended(row(${columns})::text, 0)), 0) from "${name}" t);
      return next;`,
  );
  await db().execute(
    sql.raw(`create function checksums() returns table (name text, sum text) language plpgsql as $$
      begin ${each.join("\n")} end $$`),
  );
}
