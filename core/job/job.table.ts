/**
 * Imports and exports. Created and started by requests, worked on by `run-jobs` alone: a batch's work and the job's
 * progress commit together. `job_rows` and `import_keys` are accessed with SQL only.
 */

import type { JobStatus } from "#core/contract/parts/job-shapes";
import type { Role } from "#core/contract/values/rights";
import { jsonColumn, timeColumn } from "#core/db/columns";
import { bigint, boolean, integer, pgTable, text, uuid } from "#core/db/drizzle";
import type { FileKey } from "#core/file/folders";

const count = () => bigint({ mode: "number" }).notNull().default(0);

export const jobs = pgTable("jobs", {
  id: text().$type<`imp_${string}` | `exp_${string}`>().primaryKey(),
  direction: text().$type<"import" | "export">().notNull(),
  kind: text().notNull(),
  status: text().$type<JobStatus>().notNull(),
  dryRun: boolean().notNull().default(false),
  input: jsonColumn<Readonly<Record<string, unknown>>>().notNull(),
  fileName: text().notNull(),
  fileKey: text().$type<FileKey>().notNull(),
  bytesTotal: bigint({ mode: "number" }),
  bytesDone: count(),
  rowsDone: count(),
  cursor: jsonColumn<unknown>(),
  layout: text(),
  header: jsonColumn<string[]>(),
  createdCount: count(),
  changedCount: count(),
  sameCount: count(),
  refusedCount: count(),
  refusedKey: text().$type<FileKey>(),
  /** Of the content that its last dry run has read. */
  triedEtag: text(),
  says: text(),
  actorKind: text().$type<"staff" | "key" | "token" | "system" | "anyone">().notNull(),
  actorId: text(),
  actorName: text().notNull(),
  actorRole: text().$type<Role>(),
  attempts: integer().notNull().default(0),
  /** Each start of an import is a run, under which the keys seen in its file are recorded. */
  runId: uuid().notNull().defaultRandom(),
  claimId: uuid(),
  dueAt: timeColumn(),
  createdAt: timeColumn().notNull(),
  startedAt: timeColumn(),
  endedAt: timeColumn(),
});
export type JobRow = typeof jobs.$inferSelect;
