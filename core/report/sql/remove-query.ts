import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { lockedQuery } from "./show-query.ts";

export async function removeQuery(
  change: Change,
  { id }: InputOf<typeof report.removeQuery>,
): Promise<OutputOf<typeof report.removeQuery>> {
  const before = await lockedQuery(change.tx, id);
  await change.tx.execute(sql`delete from report_schedules where query_id = ${id}`);
  await change.tx.execute(
    sql`update report_queries set removed_at = ${change.at.toISOString()}::timestamptz where id = ${id}`,
  );
  audit(change, "report.removeQuery", id, { before: { name: before.name, statement: before.statement } });
  return {};
}
