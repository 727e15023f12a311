import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import type { Plan } from "./plan.ts";
import { planConversion } from "./plan-conversion.ts";

/** The payment is taken back: what was committed is to be reserved again. Nothing of the order has shipped. */
export const planUncommit = (change: Change, orderId: Id<"order">): Promise<Plan> =>
  planConversion(change, orderId, "reserved", [{ kind: "release", allocationKind: "committed" }, { kind: "reserve" }]);
