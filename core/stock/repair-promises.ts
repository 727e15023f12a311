import type { Change } from "#core/db/change";
import { type Asking, lineIdsOf, newDemand, releaseLine, variantIdsOf, type Wanted } from "./edit-promises.ts";
import { carryOut, changeWaiting, planOn, waitingOf } from "./plan.ts";
import { lockDemands, lockShelves } from "./shelves.ts";

/**
 * Makes an order's lines hold and wait for exactly what is wanted for them, whatever they do now; lines that are not
 * named hold nothing afterwards. What is missing becomes waiting, for who waits longer comes first; what is too much goes
 * back to the shelf, by the ledger. The caller holds the order's row.
 */
export async function repairPromises(change: Change, order: Asking, wanted: readonly Wanted[]): Promise<void> {
  const own = await lockDemands(change, order.orderId);
  const plan = planOn(await lockShelves(change, variantIdsOf([...own, ...wanted]), lineIdsOf(own)));
  for (const demand of own) {
    const { lineId, variantId } = demand;
    const held = plan.held.filter((one) => one.lineId === lineId).reduce((sum, { quantity }) => sum + quantity, 0);
    const has = held + waitingOf(plan, demand);
    const needs = wanted.find((line) => line.lineId === lineId && line.variantId === variantId)?.quantity ?? 0;
    if (has > needs) releaseLine(plan, own, { lineId, quantity: has - needs });
    if (has < needs) changeWaiting(plan, demand, needs - has);
  }
  for (const line of wanted.filter(({ lineId }) => !own.some((demand) => demand.lineId === lineId))) {
    if (line.quantity > 0) changeWaiting(plan, newDemand(plan, order, line), line.quantity);
  }
  await carryOut(change, plan);
}
