import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { nameTaken, shownQuery } from "./show-query.ts";

export async function createQuery(change: Change, input: InputOf<typeof report.createQuery>): Promise<report.Query> {
  const id = newId("report");
  const { name, description = "", statement, parameters, chart } = input;
  const at = change.at.toISOString();
  await orRefuse(
    change.tx.execute(sql`
      insert into report_queries (id, name, description, statement, parameters, chart, created_by, created_at, updated_at)
      values (${id}, ${name}, ${description}, ${statement}, ${JSON.stringify(parameters)}::jsonb,
        ${chart && JSON.stringify(chart)}::jsonb, ${change.by.name}, ${at}::timestamptz, ${at}::timestamptz)`),
    nameTaken,
  );
  audit(change, "report.createQuery", id, { after: { name, description, statement, parameters, chart } });
  return shownQuery(change.tx, id);
}
