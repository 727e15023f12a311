import type { Actor } from "#core/actor";
import type { OutputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { hasLogin } from "./login.ts";

type Schema = OutputOf<typeof report.readSchema>;

/** The views that a report may read, with their comments from the migration. */
export async function readSchema(_by: Actor): Promise<Schema> {
  const views = await db().execute<Schema["views"][number] & Record<string, unknown>>(sql`
    select relname::text as name, coalesce(obj_description(pg_class.oid, 'pg_class'), '') as description, (
      select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
        'description', coalesce(col_description(attrelid, attnum), '')) order by attnum)
      from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
    from pg_class where relnamespace = 'reporting'::regnamespace and relkind = 'v' order by relname`);
  return { available: await hasLogin(), views: [...views] };
}
