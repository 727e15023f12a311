import { EventBus } from "aws-cdk-lib/aws-events";
import type { StackContext } from "sst/constructs";

/** The bus that every event is put on. The rules belong to the queues. */
export function bus({ app, stack }: StackContext): EventBus {
  return new EventBus(stack, "Events", { eventBusName: app.logicalPrefixedName("events") });
}
