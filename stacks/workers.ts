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
import { migrations } from "./migrations.ts";
import { network } from "./network/network.ts";
import { queues } from "./queues.ts";
import { grantReach, placeOf } from "./reach.ts";
import { site } from "./site.ts";
import { emulated, metricsNamespace, setting } from "./surroundings.ts";

/** Lambda allows larger batches only with a batching window. */
const lambdaBatchMax = 10;

/** One worker behind each queue. */
export function workers(context: StackContext): readonly Lambda[] {
  dependsOn(migrations);
  return use(queues).all.map(({ wired, queue }) => {
    const { name, worker, batchSize, concurrency, sendsTo = [] } = wired;
    const wakesItself = sendsTo.includes(name);
    const made = background(context, worker, { ...wired, bundle: `worker/${worker}`, wakesItself });
    made.addEventSource(
      new SqsEventSource(queue, {
        batchSize: Math.min(batchSize, lambdaBatchMax),
        // Never reserved concurrency: each throttled message would use up one of its receives.
        maxConcurrency: concurrency,
        // A message that fails does not bring back the rest of its batch.
        reportBatchItemFailures: true,
      }),
    );
    return made;
  });
}

/** A schedule of the wiring with its function. */
export interface MadeSchedule {
  readonly wired: wiring.Schedule;
  readonly sweep: Lambda;
}

/** The sweeps behind every hop, in case a message is lost. */
export function schedules(context: StackContext): readonly MadeSchedule[] {
  dependsOn(migrations);
  return wiring.schedules.map((wired) => {
    const { name, everyMinutes, timeoutSeconds } = wired;
    const sweep = background(context, name, { ...wired, bundle: `schedule/${name}`, timeoutSeconds });
    // No retries: the next run is the retry.
    sweep.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(Math.max(everyMinutes, 1)) });
    new Rule(context.stack, `${name}-rule`, {
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      targets: [new LambdaFunction(sweep)],
    });
    return { wired, sweep };
  });
}

interface Background extends wiring.Reach {
  readonly bundle: string;
  readonly timeoutSeconds: number;
  readonly memoryMb?: number | undefined;
  readonly wakesItself?: boolean;
}

/**
 * Gateways and carriers are on the internet, so no private addresses are allowed, except with an emulator, whose
 * providers may be next to it. As each wake-up is paid for, senders that are awake continue without one.
 */
const usually = (): Readonly<Record<string, string>> =>
  emulated() ? {} : { PROVIDER_EGRESS: "public", WEBHOOK_PACE: "economical" };

/** The settings that a function reads: those given to this deploy, or their defaults. */
function settingsOf({ settings = [] }: wiring.Reach): Record<string, string> {
  const given = settings.map((name) => [name, setting(name) ?? usually()[name]] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** A function that no request waits for, with its own role. */
function background(
  { app, stack }: StackContext,
  name: string,
  { bundle, timeoutSeconds, memoryMb, wakesItself = false, ...reach }: Background,
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
    wakesItself,
    role,
    logGroup: group,
    placement,
    environment: {
      ...store.environment,
      ...grantReach(role, reach),
      ...grantFiles(role, reach, use(site).buckets),
      ...use(site).environment,
      METRICS_NAMESPACE: metricsNamespace(app),
      ...settingsOf(reach),
    },
  });
}
