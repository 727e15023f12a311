import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { convertAllocations } from "./convert-allocations.ts";

/** The payment is taken back: what was committed is reserved again. Nothing of the order has shipped. */
export async function uncommitAllocations(change: Change, orderId: Id<"order">): Promise<void> {
  await convertAllocations(change, orderId, "reserved", [
    { kind: "release", allocationKind: "committed" },
    { kind: "reserve" },
  ]);
}
