import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import type { Plan } from "./plan.ts";
import { planConversion } from "./plan-conversion.ts";

/** The order is paid: what was reserved for it is to be committed. The caller holds the order's row. */
export const planCommit = (change: Change, orderId: Id<"order">): Promise<Plan> =>
  planConversion(change, orderId, "committed", [{ kind: "commit" }]);
