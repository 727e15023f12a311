import { type Due, deliveryLease } from "./delivery-lease.ts";
import type { Wake } from "./wake.ts";
import type { Lane } from "./webhook.table.ts";

/**
 * A sender's look at its lane. Wake-ups sent before an endpoint became slow, or fast again, reach the wrong senders:
 * they are passed on, once per run.
 */
export function dueIn(lane: Lane, wake: Wake): () => Promise<readonly Due[]> {
  let passedOn = false;
  return async () => {
    const due = await deliveryLease.due();
    const others = due.filter((queue) => queue.lane !== lane);
    if (others.length > 0 && !passedOn) {
      passedOn = true;
      await wake(others.map(({ lane }) => ({ lane })));
    }
    return due.filter((queue) => queue.lane === lane);
  };
}
