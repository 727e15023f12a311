/** What requests do with exports: create, read, list and cancel them. */

import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import type * as contract from "#core/contract/export";
import { type ExportKind, exported, exportKinds } from "#core/contract/export";
import type { Id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { type Db, db } from "#core/db/client";
import { databaseNow } from "#core/db/columns";
import { sql } from "#core/db/drizzle";
import { idOfCursor } from "#core/db/page";
import { rowsOf } from "#core/db/rows-of";
import { newId } from "#core/id";
import { Refusal, refuseWithoutRight } from "#core/refusal";
import { type JobRow, jobs } from "./job.table.ts";
import { jobPage } from "./job-page.ts";
import { shownJob } from "./show-job.ts";

/** The export begins once the change has committed. The audit records who takes data out of the store, and which. */
export async function createExport(change: Change, input: InputOf<typeof contract.create>): Promise<contract.Export> {
  const { kind, filters } = input;
  refuseUnseen(change.by, kind);
  const checked = exported[kind].filters.safeParse(filters);
  if (!checked.success) {
    const issues = checked.error.issues.map(({ path, message }) => ({ path: ["filters", ...path].join("."), message }));
    throw new Refusal("request.invalid", { issues });
  }
  const id = newId("export");
  const { by, at } = change;
  await change.tx.insert(jobs).values({
    id,
    direction: "export",
    kind,
    status: "queued",
    input: filters,
    fileName: `${kind}-${at.toISOString().slice(0, 10)}.csv`,
    fileKey: `exports/${id}.csv`,
    actorKind: by.kind,
    actorId: by.id,
    actorName: by.name,
    actorRole: by.role,
    dueAt: databaseNow,
    createdAt: at,
    startedAt: at,
  });
  audit(change, "export.create", id, { after: { kind, filters: withoutText(filters) } });
  return shownExport(await found(change.tx, id));
}

/** A search text may be a person's name or address, and what is in the audit cannot be erased. */
const withoutText = (filters: Readonly<Record<string, unknown>>) =>
  filters["q"] === undefined ? filters : { ...filters, q: "…" };

export async function cancelExport(change: Change, input: InputOf<typeof contract.cancel>): Promise<contract.Export> {
  const { id } = input;
  const before = await found(change.tx, id, sql`for update`);
  refuseUnseen(change.by, kindOf(before));
  if (before.status !== "queued" && before.status !== "running") throw new Refusal("export.ended");
  await change.tx.execute(sql`
    update jobs set status = 'cancelled', due_at = null, claim_id = null,
      ended_at = ${change.at.toISOString()}::timestamptz where id = ${id}`);
  audit(change, "export.cancel", id, { before: { status: before.status }, after: { status: "cancelled" } });
  return shownExport(await found(change.tx, id));
}

export async function readExport(by: Actor, { id }: InputOf<typeof contract.read>): Promise<contract.Export> {
  const row = await found(db(), id);
  refuseUnseen(by, kindOf(row));
  if (row.status !== "done") return shownExport(row);
  const { presignDownload } = await import("#core/file/presign");
  const { fileKey: key, fileName } = row;
  return shownExport(row, { url: await presignDownload({ key, fileName, type: "text/csv; charset=utf-8" }), fileName });
}

export async function listExports(
  by: Actor,
  input: InputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const { kind, status, limit, cursor } = input;
  const may = exportKinds.filter((one) => by.rights.has(exported[one].right) && (kind === undefined || one === kind));
  const after = idOfCursor(cursor, "export");
  return jobPage({ direction: "export", kinds: may, status, limit, after }, (row) => shownExport(row));
}

const shownExport = (row: JobRow, file: contract.Export["file"] = null): contract.Export => ({
  ...shownJob(row),
  id: row.id as Id<"export">, // an export's row has an export's id
  kind: kindOf(row),
  filters: row.input,
  bytes: row.bytesDone,
  file,
});

const jobsBy = rowsOf(jobs);

async function found(tx: Db, id: Id<"export">, lock = sql``): Promise<JobRow> {
  const [row] = await jobsBy(tx, sql`where id = ${id} and direction = 'export' ${lock}`);
  if (!row) throw new Refusal("export.unknown");
  return row;
}

function kindOf({ kind }: JobRow): ExportKind {
  const known = exportKinds.find((one) => one === kind);
  if (!known) throw new Error(`there are no exports of ${kind}`);
  return known;
}

/** Exporting data also requires the right to see it. */
const refuseUnseen = (by: Actor, kind: ExportKind): void => refuseWithoutRight(by, exported[kind].right);
