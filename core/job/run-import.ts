/** One turn of an import: one batch after another, each in its own change, until the file or the turn ends. */

import { Options } from "#core/contract/import";
import { UnreadableFile } from "#core/csv/unreadable";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import { Refusal } from "#core/refusal";
import { type Batch, batchesOf } from "./import-file/batches.ts";
import { type ImportCursor, openImport } from "./import-file/open-import.ts";
import { unreadColumns } from "./import-file/unread-columns.ts";
import type { Import } from "./import-kind.ts";
import { type ClaimedJob, type JobOutcome, jobLease } from "./job-lease.ts";
import { countsOf, keepVerdicts, refusedMax } from "./keep-verdicts.ts";
import { Overtaken, type Turn } from "./turn.ts";
import { writeRefusedFile } from "./write-refused-file.ts";

/**
 * @param all all kinds of import.
 * @returns how the turn ended; undefined if the job has been taken over.
 */
export async function runImport(turn: Turn, kind: Import, all: readonly Import[]): Promise<JobOutcome | undefined> {
  const { claim, job, timeLeft } = turn;
  if (job.status === "cancelled") {
    await kept(claim, writeRefusedFile(turn));
    return { of: claim, is: "cancelled", says: notAllKept(job) };
  }
  try {
    const at = (job.cursor as ImportCursor | null) ?? (await begin(turn, kind, all)); // what `begin` and each batch write
    const batches = batchesOf({ job, at, kind });
    try {
      let isFirst = true;
      for (let next = batches.next(); ; isFirst = false) {
        const { done, value: batch } = await kept(claim, next);
        if (done) break;
        // Every turn does at least one batch: finding the place again may take a whole turn, and must not take them
        // all.
        if (timeLeft() <= 0 && !isFirst) return { of: claim, is: "later", says: null };
        // Reads the next batch while working on this one; its errors surface when its turn comes.
        next = batches.next();
        next.catch(() => {});
        await workOn(turn, kind, batch);
      }
    } finally {
      // However the turn ended, stop reading the file.
      await batches.return(undefined);
    }
    await kept(claim, writeRefusedFile(turn));
    return { of: claim, is: "done", says: saidOf(job, kind) };
  } catch (error) {
    if (error instanceof Overtaken) return undefined;
    if (error instanceof UnreadableFile) {
      await kept(claim, writeRefusedFile(turn));
      return { of: claim, is: "failed", says: error.message };
    }
    if (error instanceof Refusal && error.code === "file.missing") {
      return { of: claim, is: "failed", says: "The file has not arrived, or is no longer kept: upload it again." };
    }
    throw error;
  }
}

const keepEveryMs = 20_000;

/**
 * Renews the claim during work that may take longer than it lasts: without a byte offset a file is read from its
 * beginning each turn, and the file of refused rows may have a gigabyte.
 */
async function kept<T>(claim: ClaimedJob, work: Promise<T>): Promise<T> {
  const keep = () => void jobLease.keep([claim]).catch((error) => log.warn("claim not renewed", { error }));
  const keeping = setInterval(keep, keepEveryMs);
  try {
    return await work;
  } finally {
    clearInterval(keeping);
  }
}

function saidOf(job: Turn["job"], { layouts }: Import): string | null {
  const layout = layouts.find(({ name }) => name === job.layout);
  const sentences = [emptyOf(job) ?? notAllKept(job), unreadColumns(job.header ?? [], layout)];
  return sentences.filter((one) => one !== null).join(" ") || null;
}

function emptyOf({ createdCount, changedCount, sameCount, refusedCount }: Turn["job"]): string | null {
  const isEmpty = createdCount + changedCount + sameCount + refusedCount === 0;
  return isEmpty ? "The file names its columns and has no rows below them." : null;
}

/** With more refusals than anyone would correct row by row, the file as a whole is wrong. */
function notAllKept({ refusedCount }: Turn["job"]): string | null {
  if (refusedCount <= refusedMax) return null;
  const [all, kept] = [refusedCount, refusedMax].map((count) => count.toLocaleString("en-US"));
  return `Of ${all} refused rows the first ${kept} are kept, here and in the file: correct the file that you have sent.`;
}

async function begin({ claim, job, by, commit }: Turn, kind: Import, all: readonly Import[]): Promise<ImportCursor> {
  const { cursor, layout, header, bytes } = await openImport(job.fileKey, kind, all);
  // Anyone with the upload URL could send another file, of which the dry run says nothing.
  if (!job.dryRun && job.triedEtag !== null && job.triedEtag !== cursor.etag)
    throw new UnreadableFile("The file was replaced after the dry run. Do another dry run before importing it.");
  await commit(by, async (change) => {
    await hold(change, claim);
    await change.tx.execute(sql`
      update jobs set cursor = ${JSON.stringify(cursor)}::jsonb, layout = ${layout},
        header = ${JSON.stringify(header)}::jsonb, bytes_total = ${bytes}, status = 'running', attempts = 0,
        tried_etag = ${job.dryRun ? cursor.etag : job.triedEtag}
      where id = ${job.id}`);
  });
  Object.assign(job, { cursor, layout, header, bytesTotal: bytes });
  return cursor;
}

/** Commits the batch's work, its verdicts and where the next one begins: all of it, or nothing. */
async function workOn({ claim, job, by, commit }: Turn, kind: Import, { groups, next, rows }: Batch): Promise<void> {
  const source = { layout: job.layout ?? "", header: job.header ?? [] };
  const { id: jobId, runId, dryRun } = job;
  const run = { jobId, runId, dryRun, layout: source.layout, options: Options.parse(job.input) };
  const counts = await commit(by, async (change) => {
    await hold(change, claim);
    const verdicts = await kind.work(change, source, groups, run);
    await keepVerdicts(change, job, groups, verdicts);
    const counted = countsOf(verdicts);
    const { created, changed, same, refused } = counted;
    await change.tx.execute(sql`
      update jobs set cursor = ${JSON.stringify(next)}::jsonb, rows_done = rows_done + ${rows},
        bytes_done = ${next.place.bytes ?? 0}, attempts = 0,
        created_count = created_count + ${created}, changed_count = changed_count + ${changed},
        same_count = same_count + ${same}, refused_count = refused_count + ${refused}
      where id = ${job.id}`);
    return counted;
  });
  job.createdCount += counts.created;
  job.changedCount += counts.changed;
  job.sameCount += counts.same;
  job.refusedCount += counts.refused;
}

/** Comes first in a batch: fails if the job was taken over or cancelled, and prevents both until the batch ends. */
async function hold(change: Change, claim: ClaimedJob): Promise<void> {
  if (!(await jobLease.keep([claim], change.tx))) throw new Overtaken();
}
