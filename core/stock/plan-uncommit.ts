import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import type { Plan } from "./plan.ts";
import { planConversion } from "./plan-conversion.ts";

/** These orders' payments are undone: what was committed becomes reserved again. Nothing of them has shipped. */
export const planUncommit = (change: Change, orderIds: readonly Id<"order">[]): Promise<Plan> =>
  planConversion(change, orderIds, "reserved", [{ kind: "release", allocationKind: "committed" }, { kind: "reserve" }]);
