import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { Function as Lambda } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { dependsOn, type StackContext, use } from "sst/constructs";
import * as wiring from "#functions/wiring";
import { grantFiles } from "./buckets.ts";
import { database } from "./database.ts";
import { logGroup, ourFunction, roleOf } from "./function.ts";
import { network } from "./network/network.ts";
import { queues } from "./queues.ts";
import { grantReach, placeOf } from "./reach.ts";
import { site } from "./site.ts";
import { emulated, metricsNamespace, told } from "./surroundings.ts";

/** Lambda takes a larger batch only with a window in which it waits for it. */
const lambdaBatchMax = 10;

/** One worker behind each queue. */
export function workers(context: StackContext): readonly Lambda[] {
  dependsOn(database);
  return use(queues).all.map(({ wired, queue }) => {
    const { worker, timeoutSeconds, batchSize, concurrency } = wired;
    const made = background(context, worker, { ...wired, bundle: `worker/${worker}`, timeoutSeconds });
    made.addEventSource(
      new SqsEventSource(queue, {
        batchSize: Math.min(batchSize, lambdaBatchMax),
        // Never reserved concurrency: what it throttles has used up one of the message's receives.
        maxConcurrency: concurrency,
        // One message that cannot be worked on does not bring the others back.
        reportBatchItemFailures: true,
      }),
    );
    return made;
  });
}

/** What is behind every hop, in case a message is lost. */
export function schedules(context: StackContext): readonly Lambda[] {
  dependsOn(database);
  return wiring.schedules.map((schedule) => {
    const { name, everyMinutes, timeoutSeconds } = schedule;
    const made = background(context, name, { ...schedule, bundle: `schedule/${name}`, timeoutSeconds });
    // Not tried again: the next run is its second try.
    made.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(Math.max(everyMinutes, 1)) });
    new Rule(context.stack, `${name}-rule`, {
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      targets: [new LambdaFunction(made)],
    });
    return made;
  });
}

interface Background extends wiring.Reach {
  readonly bundle: string;
  readonly timeoutSeconds: number;
  readonly memoryMb?: number | undefined;
}

/**
 * Gateways and carriers are on the internet: whoever deploys has no reason to say so, and an emulator's may be beside it. Where
 * each wake-up is paid for, senders that are awake go on by themselves.
 */
const usually = (): Readonly<Record<string, string>> =>
  emulated() ? {} : { PROVIDER_EGRESS: "public", WEBHOOK_PACE: "economical" };

/** Those of the settings that a function reads which this deploy was given, or has unless it is given others. */
function toldOf({ settings = [] }: wiring.Reach): Record<string, string> {
  const given = settings.map((name) => [name, told(name) ?? usually()[name]] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** A function that no request waits for, with a role of its own. */
function background(
  { app, stack }: StackContext,
  name: string,
  { bundle, timeoutSeconds, memoryMb, ...reach }: Background,
) {
  const store = use(database);
  const placement = placeOf(reach, use(network));
  const group = logGroup(stack, `${name}-logs`);
  const role = roleOf(stack, `${name}-role`, group, placement);
  store.grantTo(role);
  return ourFunction(stack, name, {
    functionName: app.logicalPrefixedName(name),
    bundle,
    timeoutSeconds,
    memoryMb,
    role,
    logGroup: group,
    placement,
    environment: {
      ...store.environment,
      ...grantReach(role, reach),
      ...grantFiles(role, reach, use(site).buckets),
      ...use(site).environment,
      METRICS_NAMESPACE: metricsNamespace(app),
      ...toldOf(reach),
    },
  });
}
