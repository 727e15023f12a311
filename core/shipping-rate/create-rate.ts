import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/shippingRate";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { storeSettings } from "#core/store/settings";
import { shippingRates, shownRate } from "./shipping-rate.table.ts";

export async function createRate(
  change: Change,
  fields: InputOf<typeof contract.create>,
): Promise<contract.ShippingRate> {
  const row = { id: newId("shippingRate"), ...fields, createdAt: change.at };
  await change.tx.insert(shippingRates).values(row);
  audit(change, "shippingRate.create", row.id, { after: fields });
  return shownRate(row, (await storeSettings(change.tx)).currency);
}
