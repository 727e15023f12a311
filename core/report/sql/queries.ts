import type { Actor } from "#core/actor";
import { audit, differenceOf } from "#core/audit/record";
import type { Id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type * as report from "#core/contract/report";
import type { Change } from "#core/db/change";
import { db, type Tx } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { pageFrom, rowsFor, textOfCursor } from "#core/db/page";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";

interface Row extends Record<string, unknown> {
  readonly id: Id<"report">;
  readonly name: string;
  readonly description: string;
  readonly statement: string;
  readonly parameters: report.QueryParameter[];
  readonly chart: report.Query["chart"];
  readonly schedule: report.Query["schedule"];
  readonly version: number;
  readonly created_by: string;
  readonly created: number;
  readonly updated: number;
}

const columns = sql.raw(`id, name, description, statement, parameters, chart, version, created_by,
  (select jsonb_build_object('every', every, 'staff', (
      select coalesce(jsonb_agg(jsonb_build_object('id', staff.id, 'name', staff.name) order by staff.name, staff.id), '[]')
      from staff where staff.id = any(staff_ids) and staff.removed_at is null))
    from report_schedules where query_id = report_queries.id) as schedule,
  (extract(epoch from created_at) * 1000)::float8 as created, (extract(epoch from updated_at) * 1000)::float8 as updated`);

const shown = ({ created_by, created, updated, ...row }: Row): report.Query => ({
  ...row,
  createdBy: created_by,
  createdAt: new Date(created),
  updatedAt: new Date(updated),
});

export async function listQueries(
  _by: Actor,
  { limit, cursor }: InputOf<typeof report.listQueries>,
): Promise<OutputOf<typeof report.listQueries>> {
  const after = textOfCursor(cursor, "report");
  const rows = await db().execute<Row & { readonly key: string }>(sql`
    select ${columns}, lower(name) as key from report_queries
    where removed_at is null and ${after === undefined ? sql`true` : sql`lower(name) > ${after}`}
    order by lower(name) limit ${rowsFor(limit)}`);
  // The key comes from PostgreSQL, because JavaScript lower-cases some letters differently.
  return pageFrom(
    rows,
    limit,
    ({ key }) => ["report", key],
    ({ key: _, ...row }) => shown(row),
  );
}

export const readQuery = (_by: Actor, { id }: { readonly id: Id<"report"> }): Promise<report.Query> => found(db(), id);

export const shownQuery = (tx: Pick<Tx, "execute">, id: Id<"report">): Promise<report.Query> => found(tx, id);

/** Locked until the change ends. @throws Refusal `report.unknown` */
export const lockedQuery = (tx: Pick<Tx, "execute">, id: Id<"report">): Promise<report.Query> =>
  found(tx, id, sql`for update`);

async function found(tx: Pick<Tx, "execute">, id: Id<"report">, lock = sql``): Promise<report.Query> {
  const [row] = await tx.execute<Row>(sql`
    select ${columns} from report_queries where id = ${id} and removed_at is null ${lock}`);
  if (!row) throw new Refusal("report.unknown");
  return shown(row);
}

const nameTaken = { report_queries_name: () => new Refusal("report.nameTaken") };

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
  return found(change.tx, id);
}

export async function editQuery(
  change: Change,
  { id, ...input }: InputOf<typeof report.editQuery>,
): Promise<report.Query> {
  const before = await lockedQuery(change.tx, id);
  const { name, description = "", statement, parameters, chart } = input;
  const difference = differenceOf({ ...before }, { name, description, statement, parameters, chart });
  if (Object.keys(difference.after ?? {}).length === 0) return before;
  await orRefuse(
    change.tx.execute(sql`
      update report_queries set name = ${name}, description = ${description}, statement = ${statement},
        parameters = ${JSON.stringify(parameters)}::jsonb, chart = ${chart && JSON.stringify(chart)}::jsonb,
        updated_at = ${change.at.toISOString()}::timestamptz
      where id = ${id}`),
    nameTaken,
  );
  audit(change, "report.editQuery", id, difference);
  return found(change.tx, id);
}

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
