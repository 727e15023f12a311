import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { turnPromises } from "./turn-promises.ts";

/** The order is paid: what was reserved for it is committed. The caller holds the order's row. */
export async function commitPromises(change: Change, orderId: Id<"order">): Promise<void> {
  await turnPromises(change, orderId, "committed", [{ kind: "commit" }]);
}
