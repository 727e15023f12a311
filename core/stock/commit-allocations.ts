import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { convertAllocations } from "./convert-allocations.ts";

/** The order is paid: what was reserved for it is committed. The caller holds the order's row. */
export async function commitAllocations(change: Change, orderId: Id<"order">): Promise<void> {
  await convertAllocations(change, orderId, "committed", [{ kind: "commit" }]);
}
