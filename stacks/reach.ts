import type * as iam from "aws-cdk-lib/aws-iam";
import { use } from "sst/constructs";
import type { Reach } from "#functions/wiring";
import { bus } from "./bus.ts";
import type { Network, Placement } from "./network/placement.ts";
import { queues } from "./queues.ts";

/** Grants a role what the wiring says it reaches, and answers the variables that tell the program where that is. */
export function grantReach(role: iam.IRole, { sendsTo = [], publishes }: Reach): Record<string, string> {
  const { named } = use(queues);
  const environment: Record<string, string> = {};
  for (const { wired, queue } of sendsTo.map(named)) {
    // Not `grantSendMessages`: that also allows to look around.
    queue.grant(role, "sqs:SendMessage");
    environment[wired.variable] = queue.queueUrl;
  }
  if (publishes) {
    const events = use(bus);
    events.grantPutEventsTo(role);
    environment["EVENT_BUS_NAME"] = events.eventBusName;
  }
  return environment;
}

/** Outside only what sends to strangers: all else that we call has an endpoint inside. */
export const placeOf = ({ egress }: Reach, { inside, outside }: Network): Placement => (egress ? outside : inside);
