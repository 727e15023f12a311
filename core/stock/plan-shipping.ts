import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { type LineUnits, lockUnits } from "./line-units.ts";
import { changeAllocation, type Plan, planMovement } from "./plan.ts";

/**
 * Plans that a parcel leaves: its units leave stock and the allocation together, so it does not matter how many others
 * are available. Refused if fewer units are allocated to a line there than are to ship. Lines without a stock request
 * (their variant was not tracked) move nothing. The caller has locked the order's row.
 */
export async function planShipping(change: Change, lines: readonly LineUnits[], source?: string): Promise<Plan> {
  const { plan, units } = await lockUnits(change, lines, "leaving");
  const short = [];
  for (const { lineId, locationId, quantity, variantId, request } of units) {
    const allocation = plan.allocations.find((one) => one.lineId === lineId && one.locationId === locationId);
    const allocated = allocation?.quantity ?? 0;
    if (allocated < quantity) {
      short.push({ lineId, locationId, wanted: quantity, allocated });
      continue;
    }
    const { orderId, kind } = request;
    const step = { variantId, locationId, orderId, quantity, ...(source && { source }) };
    // Cash on delivery commits when the order is placed, so shipped units are always committed.
    if (kind === "reserved") throw new Error(`${lineId} ships before its order is confirmed`);
    planMovement(plan, { ...step, kind: "ship" });
    changeAllocation(plan, request, locationId, -quantity);
  }
  if (short.length > 0) throw new Refusal("stock.notAllocated", { lines: short });
  return plan;
}
