import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { discardFiles } from "#core/file/discard-files";
import type { FileKey } from "#core/file/folders";

/** Whose data: by their addresses and phone numbers, and the numbers of their orders. */
interface Erased {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly orderNumbers: readonly string[];
}

/** Imported orders may have any text as their contact. A shorter one would be found in others' rows. */
const textMin = 6;
const dayMs = 24 * 60 * 60 * 1000;
const ofPeople = sql`direction = 'import' and kind in ('orders', 'customers')`;

/**
 * Removes a person's rows from what imports of orders and customers have kept, and the files of refused rows that they
 * are in. The files that were sent may name anyone, so all of them are removed; those still being read, a day later.
 */
export async function eraseImports(change: Change, { emails, phones, orderNumbers }: Erased): Promise<void> {
  const { tx, at } = change;
  const texts = [...emails, ...phones].map((text) => text.toLowerCase()).filter((text) => text.length >= textMin);
  const refused = await tx.execute<{ key: FileKey }>(sql`
    with theirs as (
      delete from job_rows where job_id in (select id from jobs where ${ofPeople}) and (
        about = any(${sql.param([...orderNumbers])}::text[]) or exists (
          select from unnest(${sql.param(texts)}::text[]) text
          where strpos(lower(concat_ws(' ', about, before, after, problems, fields)), text) > 0))
      returning job_id
    ), found as (
      select id, refused_key as key from jobs where id in (select job_id from theirs) and refused_key is not null
    ), cleared as (
      update jobs set refused_key = null where id in (select id from found)
    )
    select key from found`);
  const sent = await tx.execute<{ key: FileKey; isRead: boolean }>(sql`
    select file_key as key, status in ('queued', 'running') as "isRead" from jobs where ${ofPeople}`);
  const keysOf = (isRead: boolean) => sent.filter((one) => one.isRead === isRead).map(({ key }) => key);
  await discardFiles(change, [...refused.map(({ key }) => key), ...keysOf(false)], at);
  await discardFiles(change, keysOf(true), new Date(at.getTime() + dayMs));
}
