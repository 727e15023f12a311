import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { convertAllocations } from "./convert-allocations.ts";

/** Their payments are taken back: what was committed is reserved again. Nothing of these orders has shipped. */
export async function uncommitAllocations(change: Change, orderIds: readonly Id<"order">[]): Promise<void> {
  await convertAllocations(change, orderIds, "reserved", [
    { kind: "release", allocationKind: "committed" },
    { kind: "reserve" },
  ]);
}
