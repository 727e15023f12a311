import { DeleteObjectsCommand } from "@aws-sdk/client-s3";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { TimeLeft } from "#core/time-left";
import { filesBucket, mediaBucket, s3 } from "./s3.ts";

/** S3's limit per request. */
const batchMax = 1_000;

/**
 * Removes published files that are not in use and have expired, and private files that were discarded: first the file and
 * then its row, so that no file is left without a row. Safe to run concurrently, and to be interrupted anywhere.
 */
export async function removeDiscardedFiles(timeLeft: TimeLeft): Promise<number> {
  let removed = 0;
  while (timeLeft() > 0) {
    const due = await db().execute<{ key: string }>(sql`
      select key from media_files where remove_after < now() order by remove_after limit ${batchMax}`);
    const gone = await removeFiles(due.map(({ key }) => key));
    await db().execute(sql`
      delete from media_files where key = any(${sql.param(gone)}) and remove_after < now()`);
    removed += gone.length;
    // Files that could not be removed are retried at the next run.
    if (gone.length < batchMax) break;
  }
  return removed;
}

/** The files that no longer exist, including those that did not exist before. */
async function removeFiles(keys: readonly string[]): Promise<string[]> {
  const isPublic = (key: string) => key.startsWith("media/");
  const [pictures, others] = [keys.filter(isPublic), keys.filter((key) => !isPublic(key))];
  return [...(await removeFrom(mediaBucket, pictures)), ...(await removeFrom(filesBucket, others))];
}

async function removeFrom(bucket: () => string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  const { Errors = [] } = await s3().send(new DeleteObjectsCommand({ Bucket: bucket(), Delete }));
  const left = new Set(Errors.map(({ Key }) => Key));
  return keys.filter((key) => !left.has(key));
}
