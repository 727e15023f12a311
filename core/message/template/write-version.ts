import type { Source } from "#core/contract/template";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { storable } from "#core/work/storable";
import { currentTemplate, type Named } from "./show-template.ts";

/** The current template, locked until the change ends. @throws Refusal `template.unknown` */
export async function lockedTemplate(change: Change, named: Named) {
  await change.tx.execute(sql`select pg_advisory_xact_lock(6, hashtext(${`${named.kind} ${named.channel}`}))`);
  return await currentTemplate(change.tx, named);
}

/** Writes the next version. Null restores the built-in template. */
export async function writeVersion(
  change: Change,
  { kind, channel }: Named,
  after: number,
  source: Source | null,
): Promise<number> {
  const version = after + 1;
  const made = await change.tx.execute(sql`
    insert into template_versions (kind, channel, version, source, actor_id, actor_name, at)
    values (${kind}, ${channel}, ${version}, ${source && storable(source)}::jsonb, ${change.by.id}, ${change.by.name},
      ${change.at.toISOString()}::timestamptz)
    on conflict do nothing returning 1`);
  if (made.length === 0) throw new Refusal("version.stale");
  return version;
}
