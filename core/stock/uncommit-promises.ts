import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { turnPromises } from "./turn-promises.ts";

/** The payment is taken back: what was committed is reserved again. Nothing of the order has shipped. */
export async function uncommitPromises(change: Change, orderId: Id<"order">): Promise<void> {
  await turnPromises(change, orderId, "reserved", [{ kind: "release", promise: "committed" }, { kind: "reserve" }]);
}
