/**
 * Endpoints changed in this process. Deliveries that its senders claimed before have the old address and secret: they
 * are given back, and claimed again. A sender in another process may still begin those it holds, for up to a second.
 */
import type { Id } from "#core/contract/kit/fields";
import type { Claimed } from "./delivery-lease.ts";

const changedAtMs = new Map<Id<"endpoint">, number>();

/** To be called once the change has committed: claims from now on see it. */
export function changedHere(id: Id<"endpoint">): void {
  changedAtMs.set(id, performance.now());
}

/** Whether a claim begun then may have read the endpoint before its change. */
export const isOutdated = ({ endpointId }: Pick<Claimed, "endpointId">, claimedAtMs: number): boolean =>
  (changedAtMs.get(endpointId) ?? Number.NEGATIVE_INFINITY) >= claimedAtMs;
