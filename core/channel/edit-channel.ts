import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type * as channel from "#core/contract/channel";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { channels, refusedChannel } from "./channel.table.ts";
import { lockedChannel } from "./lock-channel.ts";

/** Enabling an archived channel restores it. */
export async function editChannel(change: Change, input: InputOf<typeof channel.edit>): Promise<channel.Channel> {
  const { id, ...fields } = input;
  const before = await lockedChannel(change, id);
  const { after, difference } = editOf(before, { ...fields, archivedAt: fields.active ? null : before.archivedAt });
  if (!difference) return before;
  await orRefuse(change.tx.update(channels).set(after).where(eq(channels.id, id)), refusedChannel);
  audit(change, "channel.edit", id, difference);
  return after;
}
