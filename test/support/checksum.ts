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
  const tables = await db().execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> 'storefront_requests'`,
  );
  const each = tables.map(
    ({ name }) =>
      `name := '${name}';
      sum := (
        select md5(coalesce(string_agg(row, '|' order by row), ''))
        from (select (to_jsonb(t) - 'last_used_at' - 'seen_at' - 'webhook_refused_at')::text as row from "${name}" t) rows);
      return next;`,
  );
  await db().execute(
    sql.raw(`create function checksums() returns table (name text, sum text) language plpgsql as $$
      begin ${each.join("\n")} end $$`),
  );
}
