/**
 * Endpoints that were changed in this very process. What its senders have claimed before was read with the address and the
 * secret of then: it is given back, and claimed anew. A sender of another process may still begin what it holds, for a
 * quarter of a second.
 */
import type { Id } from "#core/contract/fields";
import type { Claimed } from "./delivery-lease.ts";

const changedAtMs = new Map<Id<"endpoint">, number>();

/** To be said once the change has committed: a claim that begins from now on sees it. */
export function changedHere(id: Id<"endpoint">): void {
  changedAtMs.set(id, performance.now());
}

/** Whether a claim that began then may have read its endpoint as it was before. */
export const isOutdated = ({ endpointId }: Pick<Claimed, "endpointId">, claimedAtMs: number): boolean =>
  (changedAtMs.get(endpointId) ?? Number.NEGATIVE_INFINITY) >= claimedAtMs;
