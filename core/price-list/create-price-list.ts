import { audit } from "#core/audit/record";
import { channelOf } from "#core/channel/channel-of";
import type { InputOf } from "#core/contract/kit/operation";
import type * as priceList from "#core/contract/priceList";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { refuseEmptyPeriod } from "#core/refusal";
import { type FromFile, setGroups } from "./parts.ts";
import { priceLists } from "./price-list.table.ts";
import { shownPriceList } from "./show-price-list.ts";

/** @param from the file that it comes from, with its version in that file: versions never decrease. */
export async function createPriceList(
  change: Change,
  input: InputOf<typeof priceList.create>,
  from?: FromFile & { readonly version: number | null },
): Promise<priceList.PriceList> {
  const { groupIds, channel, ...fields } = input;
  refuseEmptyPeriod(fields);
  const id = newId("priceList");
  await change.tx.insert(priceLists).values({
    ...fields,
    id,
    forEveryone: groupIds === null,
    channelId: await channelOf(change, channel),
    ...(from && { version: from.version ?? 1 }),
    createdAt: change.at,
    updatedAt: change.at,
  });
  await setGroups(change, id, groupIds);
  audit(change, "priceList.create", id, { after: { ...input, ...(from && { import: from.import }) } });
  return shownPriceList(change.tx, id);
}
