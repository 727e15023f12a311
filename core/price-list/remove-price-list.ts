import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as priceList from "#core/contract/priceList";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { lockedPriceList } from "./parts.ts";
import { priceLists } from "./price-list.table.ts";
import { shownPriceList } from "./show-price-list.ts";

/** Archives the list, because orders refer to the list that a line's price came from. An edit can enable it again. */
export async function removePriceList(
  change: Change,
  input: InputOf<typeof priceList.remove>,
): Promise<priceList.PriceList> {
  const { name, active, archivedAt } = await lockedPriceList(change, input);
  if (archivedAt === null) {
    await change.tx
      .update(priceLists)
      .set({ archivedAt: change.at, active: false, updatedAt: change.at })
      .where(eq(priceLists.id, input.id));
    audit(change, "priceList.remove", input.id, {
      before: { name, active, archivedAt },
      after: { name, active: false, archivedAt: change.at },
    });
  }
  return shownPriceList(change.tx, input.id);
}
