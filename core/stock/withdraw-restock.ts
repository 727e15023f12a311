import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { type LineUnits, lockUnits } from "./line-units.ts";
import { carryOut, move, shelfAt } from "./plan.ts";
import { availableOn } from "./shelves.ts";

/**
 * A return is withdrawn, so its units leave the shelf again, as a correction. Refused when they have gone: what is
 * promised to somebody else by now is not taken back.
 */
export async function withdrawRestock(change: Change, named: readonly LineUnits[], source: string): Promise<void> {
  const { plan, units } = await lockUnits(change, named, "leaving");
  const gone = [];
  for (const unit of units) {
    const { lineId, variantId, locationId, quantity, demand } = unit;
    const shelf = shelfAt(plan, unit);
    const available = shelf ? availableOn(shelf) : 0;
    if (available < quantity) {
      gone.push({ lineId, locationId, wanted: quantity, available });
      continue;
    }
    const step = { variantId, locationId, orderId: demand.orderId, quantity: -quantity, source };
    move(plan, { ...step, kind: "adjust", reason: "Return withdrawn" });
  }
  if (gone.length > 0) throw new Refusal("stock.gone", { lines: gone });
  await carryOut(change, plan);
}
