import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { type ShippingRateRow, shippingRates } from "./shipping-rate.table.ts";

/** Locks the rate's row until the change ends. @throws Refusal `shippingRate.unknown` */
export async function lockedRate({ tx }: Change, id: Id<"shippingRate">): Promise<ShippingRateRow> {
  const [row] = await tx.select().from(shippingRates).where(eq(shippingRates.id, id)).for("update");
  if (!row) throw new Refusal("shippingRate.unknown");
  return row;
}
