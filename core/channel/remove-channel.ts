import { audit } from "#core/audit/record";
import type * as channel from "#core/contract/channel";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { deletedUnlessReferred } from "#core/db/refused";
import { channels } from "./channel.table.ts";
import { lockedChannel } from "./lock-channel.ts";

export async function removeChannel(
  change: Change,
  { id }: InputOf<typeof channel.remove>,
): Promise<OutputOf<typeof channel.remove>> {
  const before = await lockedChannel(change, id);
  const one = eq(channels.id, id);
  const deleted = await deletedUnlessReferred(change, (tx) => tx.delete(channels).where(one));
  if (!deleted && before.archivedAt) return { archived: true };
  if (!deleted) await change.tx.update(channels).set({ archivedAt: change.at, active: false }).where(one);
  audit(change, "channel.remove", id, { before, after: { archived: !deleted } });
  return { archived: !deleted };
}
