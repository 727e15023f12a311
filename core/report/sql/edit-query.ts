import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { lockedQuery, nameTaken, shownQuery } from "./show-query.ts";

export async function editQuery(
  change: Change,
  { id, expectedVersion, ...input }: InputOf<typeof report.editQuery>,
): Promise<report.Query> {
  const before = await lockedQuery(change.tx, id);
  if (expectedVersion !== undefined && expectedVersion !== before.version) {
    throw new Refusal("version.stale", { version: before.version });
  }
  const { name, description = "", statement, parameters, chart } = input;
  const { difference } = editOf(before, { name, description, statement, parameters, chart });
  if (!difference) return before;
  await orRefuse(
    change.tx.execute(sql`
      update report_queries set name = ${name}, description = ${description}, statement = ${statement},
        parameters = ${JSON.stringify(parameters)}::jsonb, chart = ${chart && JSON.stringify(chart)}::jsonb,
        updated_at = ${change.at.toISOString()}::timestamptz
      where id = ${id}`),
    nameTaken,
  );
  audit(change, "report.editQuery", id, difference);
  return shownQuery(change.tx, id);
}
