import type { Actor } from "#core/actor";
import type * as channel from "#core/contract/channel";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { and, eq, gt, isNull } from "#core/db/drizzle";
import { pageFrom, rowsFor, textOfCursor } from "#core/db/page";
import { Refusal } from "#core/refusal";
import { channels } from "./channel.table.ts";

export async function listChannels(
  _by: Actor,
  { limit, cursor, archived }: InputOf<typeof channel.list>,
): Promise<OutputOf<typeof channel.list>> {
  const after = textOfCursor(cursor, "channel");
  const rows = await db()
    .select()
    .from(channels)
    .where(
      and(
        archived ? undefined : isNull(channels.archivedAt),
        after === undefined ? undefined : gt(channels.code, after),
      ),
    )
    .orderBy(channels.code)
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, (row) => ["channel", row.code]);
}

export async function readChannel(_by: Actor, input: InputOf<typeof channel.read>): Promise<channel.Channel> {
  const [row] = await db().select().from(channels).where(eq(channels.id, input.id));
  if (!row) throw new Refusal("channel.unknown");
  return row;
}
