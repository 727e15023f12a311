import type { Change } from "#core/db/change";
import { keepFound } from "#core/inbox/keep-found";
import type { Happened } from "../gateways/gateway.ts";
import { naming, takeHappened } from "../take-happened.ts";

type Found = Extract<
  Happened,
  { readonly refundId: string } | { readonly disputeId: string } | { readonly paymentId: string }
>;

/** What a gateway shows when it is asked counts as if it had been reported; what cannot be counted is shown to staff. */
export async function takeFound(change: Change, gateway: string, found: Found, at?: Date): Promise<void> {
  const answer = naming(found, await takeHappened(change, gateway, found, at));
  const id = "refundId" in found ? found.refundId : "disputeId" in found ? found.disputeId : found.paymentId;
  await keepFound(change, gateway, `${found.is} ${id}`, answer);
}
