import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import { channelOf } from "#core/channel/channel-of";
import type { InputOf } from "#core/contract/kit/operation";
import type * as priceList from "#core/contract/priceList";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { refuseEmptyPeriod } from "#core/refusal";
import { lockedPriceList, setGroups } from "./parts.ts";
import { priceLists } from "./price-list.table.ts";
import { shownPriceList } from "./show-price-list.ts";

/** Order lines keep their prices. Enabling an archived list restores it. */
export async function editPriceList(
  change: Change,
  input: InputOf<typeof priceList.edit>,
): Promise<priceList.PriceList> {
  const { id, groupIds, channel, expectedVersion, ...fields } = input;
  const before = await lockedPriceList(change, input);
  const { after, difference } = editOf(before, {
    ...fields,
    ...(channel !== undefined && { channelId: await channelOf(change, channel, before.channelId) }),
    ...(groupIds !== undefined && { forEveryone: groupIds === null }),
    ...(fields.active && { archivedAt: null }),
  });
  refuseEmptyPeriod(after);
  const groups = groupIds !== undefined && {
    before: await setGroups(change, id, groupIds),
    after: (groupIds ?? []).toSorted(),
  };
  const moved = groups && groups.before.join() !== groups.after.join();
  if (difference || moved) {
    const { version, ...row } = after;
    await change.tx
      .update(priceLists)
      .set({ ...row, updatedAt: change.at })
      .where(eq(priceLists.id, id));
    audit(change, "priceList.edit", id, {
      before: { ...difference?.before, ...(moved && { groupIds: groups.before }) },
      after: { ...difference?.after, ...(moved && { groupIds: groups.after }) },
    });
  }
  return shownPriceList(change.tx, id);
}
