import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type * as report from "#core/contract/report";
import { db, type Tx } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** A row of `report_queries` with its schedule. */
export interface QueryRow extends Record<string, unknown> {
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

export const queryColumns = sql.raw(`id, name, description, statement, parameters, chart, version, created_by,
  (select jsonb_build_object('every', every, 'staff', (
      select coalesce(jsonb_agg(jsonb_build_object('id', staff.id, 'name', staff.name) order by staff.name, staff.id), '[]')
      from staff where staff.id = any(staff_ids) and staff.removed_at is null))
    from report_schedules where query_id = report_queries.id) as schedule,
  (extract(epoch from created_at) * 1000)::float8 as created, (extract(epoch from updated_at) * 1000)::float8 as updated`);

export const shownRow = ({ created_by, created, updated, ...row }: QueryRow): report.Query => ({
  ...row,
  createdBy: created_by,
  createdAt: new Date(created),
  updatedAt: new Date(updated),
});

export const readQuery = (_by: Actor, { id }: { readonly id: Id<"report"> }): Promise<report.Query> => found(db(), id);

export const shownQuery = (tx: Pick<Tx, "execute">, id: Id<"report">): Promise<report.Query> => found(tx, id);

/** Locked until the change ends. @throws Refusal `report.unknown` */
export const lockedQuery = (tx: Pick<Tx, "execute">, id: Id<"report">): Promise<report.Query> =>
  found(tx, id, sql`for update`);

async function found(tx: Pick<Tx, "execute">, id: Id<"report">, lock = sql``): Promise<report.Query> {
  const [row] = await tx.execute<QueryRow>(sql`
    select ${queryColumns} from report_queries where id = ${id} and removed_at is null ${lock}`);
  if (!row) throw new Refusal("report.unknown");
  return shownRow(row);
}

/** For `orRefuse`: names are unique. */
export const nameTaken = { report_queries_name: () => new Refusal("report.nameTaken") };
