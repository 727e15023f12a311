import { EventBus } from "aws-cdk-lib/aws-events";
import type { StackContext } from "sst/constructs";

/** The bus that every event is put on. Who listens is a queue's business. */
export function bus({ app, stack }: StackContext): EventBus {
  return new EventBus(stack, "Events", { eventBusName: app.logicalPrefixedName("events") });
}
