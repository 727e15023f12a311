import { Duration } from "aws-cdk-lib";
import { Match, Rule } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { type StackContext, use } from "sst/constructs";
import * as wiring from "#functions/wiring";
import { bus } from "./bus.ts";

/** A queue of the wiring with its resources. */
export interface MadeQueue {
  readonly wired: wiring.Queue;
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;
}

export interface Queues {
  readonly all: readonly MadeQueue[];
  /** By its name in the wiring. */
  readonly named: (name: string) => MadeQueue;
  /** Events that the bus could not put on a queue. */
  readonly undelivered: sqs.Queue;
}

/** Every queue of the wiring with its dead-letter queue, and the bus's rules for those that receive events. */
export function queues({ app, stack }: StackContext): Queues {
  const events = use(bus);
  const queueOf = (name: string, props: sqs.QueueProps) =>
    new sqs.Queue(stack, name, {
      queueName: app.logicalPrefixedName(name),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      ...props,
    });
  const kept = { retentionPeriod: Duration.days(14) };
  const undelivered = queueOf("undelivered", kept);
  const all = wiring.queues.map((wired): MadeQueue => {
    const { name, visibilitySeconds, maxReceiveCount, fromBus } = wired;
    const deadLetters = queueOf(`${name}-dead`, kept);
    const queue = queueOf(name, {
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount },
    });
    if (fromBus) {
      new Rule(stack, `${name}-rule`, {
        eventBus: events,
        // Only events from this account.
        eventPattern: {
          account: [stack.account],
          ...(fromBus !== "all" && { detailType: Match.anyOf(...fromBus.map((beginning) => Match.prefix(beginning))) }),
        },
        targets: [new SqsQueue(queue, { deadLetterQueue: undelivered })],
      });
    }
    return { wired, queue, deadLetters };
  });
  const named = (name: string) => {
    const made = all.find(({ wired }) => wired.name === name);
    if (!made) throw new Error(`The wiring sends to a queue ${name}, which it does not have.`);
    return made;
  };
  return { all, named, undelivered };
}
