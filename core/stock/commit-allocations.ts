import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { convertAllocations } from "./convert-allocations.ts";

/** These orders are paid: what was reserved for them is committed. The caller holds the orders' rows. */
export async function commitAllocations(change: Change, orderIds: readonly Id<"order">[]): Promise<void> {
  await convertAllocations(change, orderIds, "committed", [{ kind: "commit" }]);
}
