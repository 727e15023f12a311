import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { namedIn } from "#core/db/named-in";
import { discardFiles } from "#core/file/discard-files";
import type { FileKey } from "#core/file/folders";

/** Whose data: by their addresses and phone numbers in lower case, and the numbers of their orders. */
interface Erased {
  readonly texts: readonly string[];
  readonly orderNumbers: readonly string[];
}

const dayMs = 24 * 60 * 60 * 1000;
const isInUse = sql`status in ('queued', 'running')`;
const ofPeople = sql`direction = 'import' and kind in ('orders', 'customers')`;
const unsaid = "Removed: a customer was erased.";
const removed = "Its file was removed because a customer was erased: export it again.";

/**
 * Removes a person from what imports and exports have kept. Any file of orders or customers that was sent, and any
 * exported file of those or of the audit, may name them: all are removed, and those in use a day later.
 */
export async function eraseJobs(change: Change, person: Erased): Promise<void> {
  await eraseRows(change, person);
  const files = await change.tx.execute<FileToRemove>(sql`
    select file_key as key, ${isInUse} as "inUse" from jobs where ${ofPeople}
    union all
    -- Of an import that was started again since it had refused rows, and had none then.
    select 'exports/' || id || '-refused.csv', ${isInUse} from jobs where ${ofPeople} and refused_key is null`);
  await remove(change, [...files, ...(await endExports(change))]);
}

interface FileToRemove extends Readonly<Record<string, unknown>> {
  readonly key: FileKey;
  readonly inUse: boolean;
}

async function remove(change: Change, files: readonly FileToRemove[]): Promise<void> {
  const keysOf = (inUse: boolean) => files.filter((one) => one.inUse === inUse).map(({ key }) => key);
  await discardFiles(change, keysOf(false), change.at);
  await discardFiles(change, keysOf(true), new Date(change.at.getTime() + dayMs));
}

/** Removes their rows from imports, and the files of refused rows that they are in; and what is said of a file. */
async function eraseRows(change: Change, { texts, orderNumbers }: Erased): Promise<void> {
  await change.tx.execute(sql`update jobs set says = ${unsaid} where ${ofPeople} and ${namedIn(texts, sql`says`)}`);
  const refused = await change.tx.execute<{ key: FileKey }>(sql`
    with theirs as (
      delete from job_rows where job_id in (select id from jobs where ${ofPeople}) and (
        about = any(${sql.param([...orderNumbers])}::text[])
        or ${namedIn(texts, sql`concat_ws(' ', about, before, after, problems, fields)`)})
      returning job_id
    ), found as (
      select id, refused_key as key from jobs where id in (select job_id from theirs) and refused_key is not null
    ), cleared as (
      update jobs set refused_key = null where id in (select id from found)
    )
    select key from found`);
  await discardFiles(
    change,
    refused.map(({ key }) => key),
    change.at,
  );
}

const exportsOfPeople = sql`direction = 'export' and kind in ('orders', 'customers', 'audit')`;

/**
 * Ends exports that have read a row of anyone, or will search for a text, without their file and that text. Those that
 * have ended without a file only lose the text.
 */
async function endExports({ tx, at }: Change): Promise<FileToRemove[]> {
  await tx.execute(sql`
    update jobs set input = input - 'q' where ${exportsOfPeople} and status in ('failed', 'cancelled') and input ? 'q'`);
  return await tx.execute<FileToRemove>(sql`
    with ending as (
      select id, status from jobs where ${exportsOfPeople}
        and (status in ('running', 'done') or status = 'queued' and input ? 'q') order by id for update
    )
    update jobs set status = 'cancelled', says = ${removed}, input = input - 'q', due_at = null, claim_id = null,
      ended_at = coalesce(ended_at, ${at.toISOString()}::timestamptz)
    from ending where jobs.id = ending.id
    returning jobs.file_key as key, ending.status = 'running' as "inUse"`);
}
