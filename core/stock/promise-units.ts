import type { Change } from "#core/db/change";
import { type Asking, editPromises, type Wanted } from "./edit-promises.ts";

/**
 * Takes units for the lines of an order, counting lines of one variant together; a line that is promised something
 * already gets more. What is not there waits if the variant may be sold past what is there; else nothing is taken,
 * and `stock.short` says which. Lines of untracked variants are the caller's to leave out.
 */
export async function promiseUnits(change: Change, order: Asking, wanted: readonly Wanted[]): Promise<void> {
  await editPromises(change, order, { release: [], promise: wanted });
}
