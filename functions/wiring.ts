/**
 * What is connected to what: the one list of areas with their operations, queues with their workers, and
 * schedules. The stacks make resources of it, the local runtime runs it, the tests walk it.
 */
import { areas } from "#core/contract/index";
import type { Operation } from "#core/contract/kit";

/** One Lambda, one route and one handler each: `functions/admin/<area>.ts` exports it under `verb`. */
export interface Route {
  readonly area: string;
  readonly verb: string;
  readonly operation: Operation;
}

export const routes: readonly Route[] = Object.entries(areas).flatMap(([area, operations]) =>
  Object.values(operations).map((operation) => {
    const verb = operation.name.split(".")[1] ?? "";
    return { area, verb, operation };
  }),
);

/** What a worker, a schedule or an area may touch besides the database and, for a worker, its own queue. */
export interface Reach {
  /** Names of the queues that it may send to. */
  readonly sendsTo?: readonly string[];
  /** Puts events on the bus. */
  readonly publishes?: boolean;
  /** May reach the internet; the others talk to the database, the queues and the bus only. */
  readonly egress?: true;
  /** Names of the settings that it reads besides those of everybody; a deploy tells them to nobody else. */
  readonly settings?: readonly string[];
}

/** What the requests of an area reach besides the database: those that emit put their events on the bus. */
export const reachOf = (area: string): Reach => ({
  sendsTo: wakes[area] ?? [],
  publishes: routes.some((route) => route.area === area && route.operation.emits),
});

/** Areas with a wake-up of their own. An endpoint that is active again has deliveries that wait. */
const wakes: Readonly<Record<string, readonly string[]>> = { webhook: ["deliveries", "slow-deliveries"] };

/** How long a receiver may take, and where it may not be. */
const ofSenders = ["WEBHOOK_EGRESS", "WEBHOOK_TIMEOUT_SECONDS"];

/** A queue and `functions/worker/<worker>.ts`, which exports `handler`. Every queue has a dead-letter queue and an alarm. */
export interface Queue extends Reach {
  readonly name: string;
  readonly worker: string;
  /** Environment variable that tells programs the queue's URL. */
  readonly variable: string;
  /** Messages come from the event bus, all events. */
  readonly fromBus?: true;
  readonly timeoutSeconds: number;
  readonly visibilitySeconds: number;
  readonly batchSize: number;
  /** How many of the worker may run at once. */
  readonly concurrency: number;
  readonly maxReceiveCount: number;
}

export const queues: readonly Queue[] = [
  {
    name: "events",
    worker: "fan-out-event",
    variable: "EVENTS_QUEUE_URL",
    fromBus: true,
    timeoutSeconds: 30,
    visibilitySeconds: 180,
    batchSize: 10,
    concurrency: 5,
    maxReceiveCount: 5,
    sendsTo: ["deliveries", "slow-deliveries"],
  },
  {
    name: "deliveries",
    worker: "send-deliveries",
    variable: "DELIVERIES_QUEUE_URL",
    timeoutSeconds: 60,
    visibilitySeconds: 360,
    batchSize: 10,
    concurrency: 10,
    maxReceiveCount: 5,
    sendsTo: ["deliveries", "slow-deliveries"],
    egress: true,
    settings: ofSenders,
  },
  {
    // The slow lane: endpoints that take long or fail in a row have their own queue and their own senders.
    name: "slow-deliveries",
    worker: "send-slow-deliveries",
    variable: "SLOW_DELIVERIES_QUEUE_URL",
    timeoutSeconds: 60,
    visibilitySeconds: 360,
    batchSize: 10,
    concurrency: 5,
    maxReceiveCount: 5,
    sendsTo: ["deliveries", "slow-deliveries"],
    egress: true,
    settings: ofSenders,
  },
];

/** `functions/schedule/<name>.ts` exports `handler`; it must be safe to run twice at once. */
export interface Schedule extends Reach {
  readonly name: string;
  readonly everyMinutes: number;
  readonly timeoutSeconds: number;
}

export const schedules: readonly Schedule[] = [
  { name: "sweep-outbox", everyMinutes: 1, timeoutSeconds: 50, publishes: true },
  {
    name: "sweep-deliveries",
    everyMinutes: 1,
    timeoutSeconds: 60,
    sendsTo: ["deliveries", "slow-deliveries"],
    // When the queues cannot be reached it sends by itself.
    egress: true,
    settings: ofSenders,
  },
  { name: "sweep-unpaid", everyMinutes: 5, timeoutSeconds: 240, publishes: true },
  { name: "sweep-waiting", everyMinutes: 1, timeoutSeconds: 50 },
  { name: "remove-old", everyMinutes: 60, timeoutSeconds: 600 },
];
