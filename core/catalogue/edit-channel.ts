import { and, eq, isNull } from "drizzle-orm";
import { audit, differenceOf } from "#core/audit/record";
import type * as channel from "#core/contract/channel";
import type { Id } from "#core/contract/fields";
import type { InputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { channels } from "./catalogue.table.ts";
import { refusedChannel } from "./create-channel.ts";

export async function editChannel(change: Change, input: InputOf<typeof channel.edit>): Promise<channel.Channel> {
  const before = await lockedChannel(change, input.id);
  const after = {
    code: input.code ?? before.code,
    name: input.name ?? before.name,
    active: input.active ?? before.active,
  };
  await orRefuse(change.tx.update(channels).set(after).where(eq(channels.id, before.id)), refusedChannel);
  await audit(change, "channel.edit", before.id, differenceOf(before, after));
  return { ...before, ...after };
}

/** One that has not been removed, held until the change ends. */
export async function lockedChannel(change: Change, id: Id<"channel">) {
  const [row] = await change.tx
    .select()
    .from(channels)
    .where(and(eq(channels.id, id), isNull(channels.archivedAt)))
    .for("update");
  if (!row) throw new Refusal("channel.unknown");
  return row;
}
