import type { Change } from "#core/db/change";
import { editAllocations, type OrderReference, type Wanted } from "./edit-allocations.ts";

/**
 * Takes units for the lines of an order, counting lines of one variant together; a line that is allocated something
 * already gets more. What is not there waits if the variant may be sold past what is there; else nothing is taken,
 * and `stock.short` says which. Lines of untracked variants are the caller's to leave out.
 */
export async function allocateUnits(change: Change, order: OrderReference, wanted: readonly Wanted[]): Promise<void> {
  await editAllocations(change, order, { release: [], allocate: wanted });
}
