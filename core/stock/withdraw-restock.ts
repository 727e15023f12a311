import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { carryOut, move, planOn } from "./plan.ts";
import { placesOf } from "./restock-units.ts";
import { availableOn, keyOf, lockShelves } from "./shelves.ts";
import type { LineUnits } from "./ship-units.ts";

/**
 * A return is withdrawn, so its units leave the shelf again, as a correction. Refused when they have gone: what is
 * promised to somebody else by now is not taken back.
 */
export async function withdrawRestock(change: Change, units: readonly LineUnits[], source: string): Promise<void> {
  const places = await placesOf(change, units);
  if (places.length === 0) return;
  const variantIds = places.map(({ variantId }) => variantId);
  const plan = planOn(await lockShelves(change, variantIds));
  for (const { lineId, variantId, locationId, orderId, quantity } of places) {
    const shelf = plan.shelves.find((one) => keyOf(one) === keyOf({ variantId, locationId }));
    const available = shelf ? availableOn(shelf) : 0;
    if (available < quantity) throw new Refusal("stock.gone", { lineId, locationId, wanted: quantity, available });
    const step = { variantId, locationId, orderId, quantity: -quantity, source, reason: "Return withdrawn" };
    move(plan, { ...step, kind: "adjust" });
  }
  await carryOut(change, plan);
}
