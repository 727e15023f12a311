import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import type { Plan } from "./plan.ts";
import { planConversion } from "./plan-conversion.ts";

/** These orders are paid: what was reserved for them becomes committed. The caller has locked the orders' rows. */
export const planCommit = (change: Change, orderIds: readonly Id<"order">[]): Promise<Plan> =>
  planConversion(change, orderIds, "committed", [{ kind: "commit" }]);
