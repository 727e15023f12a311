import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";

interface Row extends Record<string, unknown> {
  readonly id: Id<"reportRun">;
  readonly query_id: Id<"report"> | null;
  readonly name: string | null;
  readonly statement: string;
  readonly parameters: Record<string, string | null>;
  readonly by: string;
  readonly status: report.Run["status"];
  readonly rows: number | null;
  readonly cut: boolean | null;
  readonly says: string | null;
  readonly started: number;
  readonly ended: number | null;
}

/** A run still open after a minute ended with its process. */
export async function listRuns(
  _by: Actor,
  { limit, cursor, queryId }: InputOf<typeof report.listRuns>,
): Promise<OutputOf<typeof report.listRuns>> {
  const after = idOfCursor(cursor, "reportRun");
  const lost = sql`(status = 'running' and started_at < clock_timestamp() - interval '1 minute')`;
  const rows = await db().execute<Row>(sql`
    select run.id, query_id, name, run.statement, run.parameters, actor_name as by, rows, cut,
      case when ${lost} then 'failed' else status end as status,
      case when ${lost} then 'It was interrupted.' else says end as says,
      (extract(epoch from started_at) * 1000)::float8 as started,
      (extract(epoch from case when ${lost} then started_at + interval '1 minute' else ended_at end) * 1000)::float8 as ended
    from report_runs run left join report_queries on report_queries.id = query_id
    where ${after === undefined ? sql`true` : sql`run.id < ${after}`}
      and ${queryId === undefined ? sql`true` : sql`query_id = ${queryId}`}
    order by run.id desc limit ${rowsFor(limit)}`);
  return pageFrom(
    rows,
    limit,
    ({ id }) => [id],
    ({ query_id, started, ended, ...row }) => ({
      ...row,
      queryId: query_id,
      startedAt: new Date(started),
      endedAt: ended === null ? null : new Date(ended),
    }),
  );
}
