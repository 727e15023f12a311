/** One turn of an export: reads pages until they fill a part of the file, uploads it, and records where to continue. */

import { csvLine } from "#core/contract/values/csv-line";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { reading } from "#core/db/reading";
import { onStandby } from "#core/db/standby";
import { beginFile, completeFile, type Parts, partBytesMin, UploadLost, writeParts } from "#core/file/write";
import { log } from "#core/log";
import type { DeclaredExport } from "./export-kind.ts";
import type { JobOutcome } from "./job-lease.ts";
import { jobLease } from "./job-lease.ts";
import { Overtaken, type Turn } from "./turn.ts";

interface ExportCursor {
  /** Of the next page; null at the beginning, and once there is none. */
  readonly page: string | null;
  readonly parts: Parts;
  readonly rows: number;
  readonly bytes: number;
  /** How often it was begun again because the file store had lost the upload; absent if never. */
  readonly lost?: number;
}

/** A file store that loses more has a fault that only a person can mend. */
const lostMax = 3;

/** Whether all parts are written. Even an empty export has one: its header. */
const isWhole = ({ page, parts }: ExportCursor): boolean => page === null && parts.etags.length > 0;

/** How often it records its progress and renews its claim while filling a part. */
const reportEveryMs = 1_000;

/** @returns how the turn ended; undefined if the job has been taken over. */
export async function runExport(turn: Turn, kind: DeclaredExport): Promise<JobOutcome | undefined> {
  try {
    const at = (turn.job.cursor as ExportCursor | null) ?? (await begin(turn)); // what `begin` and `keep` write
    try {
      return await goOn(turn, kind, at);
    } catch (error) {
      if (error instanceof UploadLost) return await beginAgain(turn, at);
      throw error;
    }
  } catch (error) {
    if (error instanceof Overtaken) return undefined;
    throw error;
  }
}

async function goOn(turn: Turn, kind: DeclaredExport, from: ExportCursor): Promise<JobOutcome> {
  const { claim, job, timeLeft } = turn;
  let at = from;
  // It may be complete already, if the worker died, or the file store was down, before the parts were joined.
  while (!isWhole(at)) {
    const { text, page, rows } = await nextPart(turn, kind, at);
    const body = Buffer.from(text);
    const parts = await writeParts(job.fileKey, at.parts, body);
    at = { ...at, page, parts, rows: at.rows + rows, bytes: at.bytes + body.length };
    await keep(turn, at);
    if (timeLeft() <= 0 && !isWhole(at)) return { of: claim, is: "later", says: null };
  }
  await completeFile(job.fileKey, at.parts);
  return { of: claim, is: "done", says: null };
}

async function beginAgain(turn: Turn, { lost = 0 }: ExportCursor): Promise<JobOutcome> {
  const { claim, job } = turn;
  if (lost >= lostMax) return { of: claim, is: "failed", says: "The file store lost the file again and again." };
  log.warn("export begun again: the file store has lost its upload", { jobId: job.id });
  await begin(turn, { lost: lost + 1 });
  return { of: claim, is: "later", says: null };
}

async function begin(turn: Turn, so: Pick<ExportCursor, "lost"> = {}): Promise<ExportCursor> {
  const parts = await beginFile(turn.job.fileKey, "text/csv");
  const at = { page: null, parts, rows: 0, bytes: 0, ...so };
  await keep(turn, at);
  return at;
}

async function nextPart({ claim, job, by }: Turn, kind: DeclaredExport, at: ExportCursor) {
  // A byte order mark tells spreadsheets that this is UTF-8.
  let text = at.page === null ? `\uFEFF${csvLine(kind.header)}` : "";
  let page = at.page;
  let rows = 0;
  let reportedAt = performance.now();
  do {
    const cursor = page;
    const found = await reading(() => onStandby(() => kind.page(by, job.input, cursor)));
    text += found.rows.map((row) => csvLine(row)).join("");
    rows += found.rows.length;
    page = found.next;
    if (performance.now() - reportedAt > reportEveryMs) {
      reportedAt = performance.now();
      if (!(await jobLease.keep([claim]))) throw new Overtaken();
      await db().execute(sql`
        update jobs set rows_done = ${at.rows + rows}, bytes_done = ${at.bytes + Buffer.byteLength(text)} where id = ${job.id}`);
    }
  } while (page !== null && text.length < partBytesMin);
  return { text, page, rows };
}

/** The next turn continues from here. */
async function keep({ claim, job, by, commit }: Turn, at: ExportCursor): Promise<void> {
  await commit(by, async (change) => {
    if (!(await jobLease.keep([claim], change.tx))) throw new Overtaken();
    await change.tx.execute(sql`
      update jobs set cursor = ${JSON.stringify(at)}::jsonb, rows_done = ${at.rows}, bytes_done = ${at.bytes},
        status = 'running', attempts = 0
      where id = ${job.id}`);
  });
}
