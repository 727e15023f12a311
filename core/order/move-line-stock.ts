import type { Change } from "#core/db/change";
import { editAllocations } from "#core/stock/edit-allocations";
import type { OrderRow } from "./order.table.ts";
import { orderReferenceOf } from "./order-reference.ts";
import type { Edit } from "./write-lines.ts";

/** Moves only the difference that an edit makes, in one go: what one line gives up another may take. */
export async function moveLineStock(change: Change, row: OrderRow, { kept, added, removed }: Edit): Promise<void> {
  const tracked = [...kept, ...added, ...removed].filter(({ line }) => line.tracked);
  const release = tracked.filter(({ from, to }) => to < from);
  const allocate = tracked.filter(({ from, to }) => to > from);
  if (release.length + allocate.length === 0) return;
  await editAllocations(change, orderReferenceOf(row), {
    release: release.map(({ line, from, to }) => ({ lineId: line.id, quantity: from - to })),
    allocate: allocate.map(({ line, from, to }) => ({
      lineId: line.id,
      variantId: line.variantId,
      quantity: to - from,
    })),
  });
}
