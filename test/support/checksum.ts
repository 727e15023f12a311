import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

/**
 * A fingerprint of every row of every table, except for when people were last seen and the request counts of
 * storefronts.
 */
export async function checksums(): Promise<Record<string, string>> {
  const tables = await db().execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> 'storefront_requests'`,
  );
  const each = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, md5(coalesce(string_agg(row, '|' order by row), '')) as sum
        from (select (to_jsonb(t) - 'last_used_at' - 'seen_at')::text as row from ${sql.identifier(name)} t) rows`,
  );
  const sums = await db().execute<{ name: string; sum: string }>(sql.join(each, sql` union all `));
  return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]));
}
