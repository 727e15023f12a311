import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/shippingRate";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { lockedRate } from "./lock-rate.ts";
import { shippingRates } from "./shipping-rate.table.ts";

export async function removeRate(
  change: Change,
  { id }: InputOf<typeof contract.remove>,
): Promise<Record<string, never>> {
  const before = await lockedRate(change, id);
  await change.tx.delete(shippingRates).where(eq(shippingRates.id, id));
  audit(change, "shippingRate.remove", id, { before });
  return {};
}
