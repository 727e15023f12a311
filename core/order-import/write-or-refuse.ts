import { type Change, savepoint } from "#core/db/change";
import { codeOf, constraintOf, refusedItsValues } from "#core/db/error";
import { log } from "#core/log";
import type { TakenOrder } from "./taken-order.ts";
import { writeOrders } from "./write-orders.ts";
import type { Imported } from "./written-rows.ts";

/**
 * Writes those orders that the database accepts: one that it refuses must not prevent the others. Orders are tried
 * together and then by halves, so that one among hundreds costs few attempts.
 * @returns why the others were refused.
 */
export async function writeOrRefuse(
  change: Change,
  taken: readonly TakenOrder[],
  how: Imported,
): Promise<ReadonlyMap<TakenOrder, string>> {
  try {
    await savepoint(change, (part) => writeOrders(part, taken, how));
    return new Map();
  } catch (error) {
    if (!refusedItsValues(error)) throw error;
    const [one, other] = taken;
    if (one && !other) return new Map([[one, whyOf(error)]]);
    const half = Math.ceil(taken.length / 2);
    const first = await writeOrRefuse(change, taken.slice(0, half), how);
    return new Map([...first, ...(await writeOrRefuse(change, taken.slice(half), how))]);
  }
}

export const isTaken = "There is an order with this number already, and it is not the same: it stays as it is.";

function whyOf(error: unknown): string {
  // By an order that was being placed when the import looked.
  if (constraintOf(error) === "orders_number_key") return isTaken;
  log.warn("an imported order was refused by the database", { error });
  return `The database does not accept one of its values (${constraintOf(error) ?? codeOf(error)}).`;
}
