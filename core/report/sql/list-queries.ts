import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { pageFrom, rowsFor, textOfCursor } from "#core/db/page";
import { type QueryRow, queryColumns, shownRow } from "./show-query.ts";

export async function listQueries(
  _by: Actor,
  { limit, cursor }: InputOf<typeof report.listQueries>,
): Promise<OutputOf<typeof report.listQueries>> {
  const after = textOfCursor(cursor, "report");
  const rows = await db().execute<QueryRow & { readonly key: string }>(sql`
    select ${queryColumns}, lower(name) as key from report_queries
    where removed_at is null and ${after === undefined ? sql`true` : sql`lower(name) > ${after}`}
    order by lower(name) limit ${rowsFor(limit)}`);
  // The key comes from PostgreSQL, because JavaScript lower-cases some letters differently.
  return pageFrom(
    rows,
    limit,
    ({ key }) => ["report", key],
    ({ key: _, ...row }) => shownRow(row),
  );
}
