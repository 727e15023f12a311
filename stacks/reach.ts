import type * as iam from "aws-cdk-lib/aws-iam";
import { use } from "sst/constructs";
import type { Reach } from "#functions/wiring";
import { bus } from "./bus.ts";
import type { Network, Placement } from "./network/placement.ts";
import { queues } from "./queues.ts";

/** Grants a role access to what the wiring lists, and returns the environment variables that point to it. */
export function grantReach(role: iam.IRole, { sendsTo = [], publishes }: Reach): Record<string, string> {
  const { named } = use(queues);
  const environment: Record<string, string> = {};
  for (const { wired, queue } of sendsTo.map(named)) {
    // Not `grantSendMessages`, which grants more than sending.
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

/** Only functions that call external servers are outside: everything else has an endpoint inside. */
export const placeOf = ({ egress }: Reach, { inside, outside }: Network): Placement => (egress ? outside : inside);
