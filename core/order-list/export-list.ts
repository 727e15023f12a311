import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type * as order from "#core/contract/order";
import type { Change } from "#core/db/change";

/** Writes down that somebody takes the customers of these orders out of the store: the audit's only sight of it. */
export async function exportOrders(
  change: Change,
  filters: InputOf<typeof order.exportList>,
): Promise<Record<string, never>> {
  await audit(change, "order.exportList", "store", { after: filters });
  return {};
}
