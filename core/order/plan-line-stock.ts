import type { Change } from "#core/db/change";
import { emptyPlan, type Plan } from "#core/stock/plan";
import { planAllocations } from "#core/stock/plan-allocations";
import type { OrderRow } from "./order.table.ts";
import { orderReferenceOf } from "./order-reference.ts";
import type { Edit } from "./write-lines.ts";

/** Plans to move only an edit's differences, all together: units that one line releases another may get. */
export async function planLineStock(change: Change, row: OrderRow, { kept, added, removed }: Edit): Promise<Plan> {
  const isTracked = ({ line }: Edit["kept"][number]) => line.tracked;
  const before = [...kept, ...removed].filter(isTracked);
  const tracked = [...before, ...added.filter(isTracked)];
  const release = tracked.filter(({ from, to }) => to < from);
  const allocate = tracked.filter(({ from, to }) => to > from);
  if (release.length + allocate.length === 0) return emptyPlan();
  return planAllocations(change, orderReferenceOf(row), {
    before: before.map(({ line }) => ({ lineId: line.id, variantId: line.variantId })),
    release: release.map(({ line, from, to }) => ({ lineId: line.id, quantity: from - to })),
    allocate: allocate.map(({ line, from, to }) => ({
      lineId: line.id,
      variantId: line.variantId,
      quantity: to - from,
    })),
  });
}
