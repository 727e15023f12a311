import { settleOpenCall } from "#core/call/settle-open";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { settleVoid, type VoidNews } from "#core/shipping/booking/settle-void";

type Told = Exclude<VoidNews, { readonly is: "unknown" }>;

/** What a carrier reports about cancelling a label. If its answer to the request was lost, none is awaited any more. */
export async function settleVoidTold(change: Change, id: Id<"parcel">, told: Told): Promise<void> {
  await settleOpenCall(change, { subjectId: id, does: "void" }, told.is === "voided" ? { is: "done" } : told);
  await settleVoid(change, id, told);
}
