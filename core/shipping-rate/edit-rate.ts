import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/shippingRate";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { storeSettings } from "#core/store/settings";
import { lockedRate } from "./lock-rate.ts";
import { shippingRates, shownRate } from "./shipping-rate.table.ts";

/** Orders keep the shipping price that they were placed with. */
export async function editRate(change: Change, input: InputOf<typeof contract.edit>): Promise<contract.ShippingRate> {
  const { id, ...fields } = input;
  const { after, difference } = editOf(await lockedRate(change, id), fields);
  if (difference) {
    await change.tx.update(shippingRates).set(after).where(eq(shippingRates.id, id));
    audit(change, "shippingRate.edit", id, difference);
  }
  return shownRate(after, (await storeSettings(change.tx)).currency);
}
