import type { Source } from "#core/contract/template";
import {
  isOnAtFirst,
  isSecurityNotice,
  type MessageChannel,
  type MessageKind,
} from "#core/contract/values/message-kinds";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { originalOf } from "#core/message/defaults/original";

/** The current template for a kind and a channel. */
export interface Current {
  readonly source: Source;
  /** 0: the built-in template, never edited. */
  readonly version: number;
  readonly isOwn: boolean;
  readonly isOn: boolean;
  readonly editedAt: Date | null;
  readonly editedBy: string | null;
}

interface Row extends Record<string, unknown> {
  readonly kind: string;
  readonly channel: string;
  readonly version: number | null;
  readonly source: Source | null;
  readonly isOn: boolean | null;
  readonly at: string | null;
  readonly by: string | null;
}

export type CurrentOf = (kind: MessageKind, channel: MessageChannel) => Current | undefined;

/** The current templates for all kinds and channels. */
export async function currentTemplates(tx: Db): Promise<CurrentOf> {
  const rows = await tx.execute<Row>(sql`
    select kind, channel, version, source, is_on as "isOn", at::text, actor_name as by
    from (select distinct on (kind, channel) * from template_versions order by kind, channel, version desc) newest
    full join message_switches using (kind, channel)`);
  const found = new Map(rows.map((row) => [`${row.kind} ${row.channel}`, row]));
  return (kind, channel) => {
    const original = originalOf(kind, channel);
    const row = found.get(`${kind} ${channel}`);
    return (
      original && {
        source: row?.source ?? original,
        version: row?.version ?? 0,
        isOwn: !!row?.source,
        isOn: isSecurityNotice(kind) || (row?.isOn ?? isOnAtFirst(kind, channel)),
        editedAt: row?.at ? new Date(row.at) : null,
        editedBy: row?.by ?? null,
      }
    );
  };
}
