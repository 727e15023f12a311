import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { type LineUnits, lockUnits } from "./line-units.ts";
import { applyPlan, changeAllocation, move } from "./plan.ts";

/**
 * A parcel leaves: the units go from stock and from the allocation together, so that it never matters how many
 * others are available. Refused when a line holds fewer there than are to ship. Lines without a stock request (their variant
 * was not tracked) move nothing. The caller holds the order's row.
 */
export async function shipUnits(change: Change, named: readonly LineUnits[], source?: string): Promise<void> {
  const { plan, units } = await lockUnits(change, named, "leaving");
  const short = [];
  for (const { lineId, locationId, quantity, variantId, request } of units) {
    const held = plan.held.find((one) => one.lineId === lineId && one.locationId === locationId);
    const allocated = held?.quantity ?? 0;
    if (allocated < quantity) {
      short.push({ lineId, locationId, wanted: quantity, allocated });
      continue;
    }
    const { orderId, kind } = request;
    const step = { variantId, locationId, orderId, quantity, ...(source && { source }) };
    // Cash at the door commits when the order is placed, so what ships was allocated to a paid order, or as good as.
    if (kind === "reserved") throw new Error(`${lineId} ships before its order is confirmed`);
    move(plan, { ...step, kind: "ship" });
    changeAllocation(plan, request, locationId, -quantity);
  }
  if (short.length > 0) throw new Refusal("stock.notAllocated", { lines: short });
  await applyPlan(change, plan);
}
