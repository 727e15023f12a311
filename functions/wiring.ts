/**
 * What is connected to what: the one list of areas with their operations, queues with their workers, and
 * schedules. The stacks make resources of it, the local runtime runs it, the tests walk it.
 */
import { areas } from "#core/contract/index";
import type { Operation } from "#core/contract/kit";
import { rightsOfToken } from "#core/contract/rights";
import { keptDays } from "#core/file/folders";

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

/** Those that spell out more come before those that would take it for an id. */
const addresses = [...Map.groupBy(routes, ({ operation }) => operation.path)]
  .map(([path, there]) => ({
    path,
    form: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
    methods: there.map(({ operation }): string => operation.method).toSorted(),
  }))
  .toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);

/** The methods that an address takes, none where there is nothing. */
export const methodsAt = (path: string): readonly string[] =>
  addresses.find(({ form }) => form.test(path))?.methods ?? [];

/** Addresses such as `/orders/sweep-unpaid`, which a route of `/orders/{id}` would take for an order. */
export const spelledOut: readonly string[] = addresses
  .map(({ path }) => path)
  .filter((path) => addresses.some((other) => other.path !== path && other.form.test(path)));

/** Whether the static admin token opens something of an area: only there it is known. */
export const opensByToken = (area: string): boolean =>
  routes.some((route) => route.area === area && rightsOfToken.some((right) => right === route.operation.right));

/** What a worker, a schedule or an area may touch besides the database and, for a worker, its own queue. */
export interface Reach {
  /** Names of the queues that it may send to. */
  readonly sendsTo?: readonly string[];
  /** Puts events on the bus. */
  readonly publishes?: boolean;
  /** May reach the internet; the others talk to the database, the queues, the bus and the file store only. */
  readonly egress?: true;
  /** Names of the settings that it reads besides those of everybody; a deploy tells them to nobody else. */
  readonly settings?: readonly string[];
  /** What it may do with files, folder by folder. */
  readonly files?: readonly FileReach[];
}

interface FileReach {
  readonly bucket: BucketName;
  readonly folder: string;
  readonly may: readonly ("get" | "put" | "delete")[];
}

/** What the requests of an area reach besides the database: those that emit put their events on the bus. */
export const reachOf = (area: string): Reach => ({
  sendsTo: wakes[area] ?? [],
  publishes: routes.some((route) => route.area === area && route.operation.emits),
  ...(filesOf[area] && { files: filesOf[area] }),
});

/** Areas with a wake-up of their own. An endpoint that is active again has deliveries that wait. */
const wakes: Readonly<Record<string, readonly string[]>> = {
  webhook: ["deliveries", "slow-deliveries"],
  order: ["calls"],
  cart: ["calls"],
  payment: ["calls"],
  provider: ["calls"],
  gateway: ["inbox"],
  message: ["inbox", "outgoing"],
  template: ["outgoing"],
  staff: ["messages"],
  parcel: ["calls"],
  carrier: ["inbox"],
  import: ["jobs"],
  export: ["jobs"],
};

/** How long a receiver may take, where it may not be, and whether each sender is woken or goes on by itself. */
const ofSenders = ["WEBHOOK_EGRESS", "WEBHOOK_TIMEOUT_SECONDS", "WEBHOOK_PACE"];

/** Areas that work with files. Whoever signs a request for others must be allowed to make it. */
const filesOf: Readonly<Record<string, readonly FileReach[]>> = {
  parcel: [{ bucket: "files", folder: "labels/", may: ["get"] }],
  image: [
    { bucket: "files", folder: "uploads/", may: ["get", "put"] },
    { bucket: "media", folder: "media/", may: ["put"] },
  ],
  export: [{ bucket: "files", folder: "exports/", may: ["get"] }],
  import: [
    { bucket: "files", folder: "uploads/", may: ["put"] },
    { bucket: "files", folder: "exports/", may: ["get"] },
  ],
};

export type BucketName = "files" | "media";

/** A bucket of S3. Nothing in it is public by itself. */
export interface Bucket {
  readonly name: BucketName;
  /** Environment variable that tells programs what it is called. */
  readonly variable: string;
  /** After how many days it removes what lies in a folder by itself. */
  readonly keptDays: Readonly<Record<string, number>>;
  /** Takes requests that were signed for others, from their pages. */
  readonly presigned?: true;
  /** Everybody may fetch what lies in this folder, at the same path of the store's own address. */
  readonly servedFrom?: string;
}

export const buckets: readonly Bucket[] = [
  // Uploads, exports, labels.
  { name: "files", variable: "FILES_BUCKET", keptDays, presigned: true },
  // Product pictures, under names that never hold anything else.
  { name: "media", variable: "MEDIA_BUCKET", keptDays: {}, servedFrom: "media/" },
];

/** Lambda gives processor time by memory, a whole one for 1,769 MB: below this, a person who waits for an answer feels a cold start. */
export const usualMemoryMb = 1024;

/** A queue and `functions/worker/<worker>.ts`, which exports `handler`. Every queue has a dead-letter queue and an alarm. */
export interface Queue extends Reach {
  readonly name: string;
  readonly worker: string;
  /** Environment variable that tells programs the queue's URL. */
  readonly variable: string;
  /** Messages come from the event bus: all events, or those whose names begin so. */
  readonly fromBus?: "all" | readonly string[];
  readonly timeoutSeconds: number;
  readonly visibilitySeconds: number;
  /** How many messages a worker is given at once, at most. Lambda gives ten: for more it would have to wait for them. */
  readonly batchSize: number;
  /** Of each copy; `usualMemoryMb` when nothing is said. */
  readonly memoryMb?: number;
  /** How many of the worker may run at once. */
  readonly concurrency: number;
  readonly maxReceiveCount: number;
}

/** Of workers that wait for receivers and the database nearly all of their time (`npm run bench -- --only=cost` says how much). */
const waitingMb = 512;

export const queues: readonly Queue[] = [
  {
    name: "events",
    worker: "fan-out-event",
    variable: "EVENTS_QUEUE_URL",
    fromBus: "all",
    timeoutSeconds: 30,
    visibilitySeconds: 180,
    batchSize: 100,
    memoryMb: waitingMb,
    concurrency: 5,
    maxReceiveCount: 5,
    sendsTo: ["deliveries", "slow-deliveries"],
    settings: ["WEBHOOK_PACE"],
  },
  {
    name: "deliveries",
    worker: "send-deliveries",
    variable: "DELIVERIES_QUEUE_URL",
    timeoutSeconds: 60,
    visibilitySeconds: 360,
    batchSize: 10,
    memoryMb: waitingMb,
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
    memoryMb: waitingMb,
    concurrency: 5,
    maxReceiveCount: 5,
    sendsTo: ["deliveries", "slow-deliveries"],
    egress: true,
    settings: ofSenders,
  },
  {
    // Asks gateways, carriers and senders for what changes have written down.
    name: "calls",
    worker: "make-calls",
    variable: "CALLS_QUEUE_URL",
    timeoutSeconds: 180,
    visibilitySeconds: 1_080,
    batchSize: 10,
    concurrency: 5,
    maxReceiveCount: 5,
    sendsTo: ["messages"],
    publishes: true,
    egress: true,
    settings: ["PROVIDER_EGRESS"],
    files: [{ bucket: "files", folder: "labels/", may: ["put"] }],
  },
  {
    // Writes the e-mails and SMS that events bring about. It sends none: who renders templates has no way out.
    name: "messages",
    worker: "write-messages",
    variable: "MESSAGES_QUEUE_URL",
    fromBus: ["order.", "cart."],
    timeoutSeconds: 60,
    visibilitySeconds: 360,
    batchSize: 10,
    concurrency: 5,
    maxReceiveCount: 5,
    sendsTo: ["outgoing"],
  },
  {
    name: "outgoing",
    worker: "send-messages",
    variable: "OUTGOING_QUEUE_URL",
    timeoutSeconds: 180,
    visibilitySeconds: 1_080,
    batchSize: 10,
    concurrency: 5,
    maxReceiveCount: 5,
    sendsTo: ["outgoing"],
    egress: true,
    settings: ["PROVIDER_EGRESS"],
  },
  {
    // Reads and settles what they send by themselves. Some events can only be believed by asking.
    name: "inbox",
    worker: "take-inbox",
    variable: "INBOX_QUEUE_URL",
    timeoutSeconds: 120,
    visibilitySeconds: 720,
    batchSize: 10,
    concurrency: 5,
    maxReceiveCount: 5,
    sendsTo: ["calls"],
    publishes: true,
    egress: true,
    settings: ["PROVIDER_EGRESS"],
  },
  {
    // Imports and exports, turn by turn.
    name: "jobs",
    worker: "run-jobs",
    variable: "JOBS_QUEUE_URL",
    timeoutSeconds: 300,
    visibilitySeconds: 1_800,
    batchSize: 10,
    concurrency: 2,
    maxReceiveCount: 5,
    sendsTo: ["jobs"],
    publishes: true,
    files: [
      { bucket: "files", folder: "uploads/", may: ["get"] },
      { bucket: "files", folder: "exports/", may: ["get", "put"] },
    ],
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
  { name: "tell-staff", everyMinutes: 15, timeoutSeconds: 60, sendsTo: ["messages"] },
  { name: "send-reports", everyMinutes: 15, timeoutSeconds: 240, sendsTo: ["messages"] },
  { name: "sweep-unpaid", everyMinutes: 5, timeoutSeconds: 240, publishes: true },
  { name: "sweep-carts", everyMinutes: 15, timeoutSeconds: 240, publishes: true },
  { name: "sweep-backorders", everyMinutes: 1, timeoutSeconds: 50 },
  { name: "keep-reports", everyMinutes: 1, timeoutSeconds: 50 },
  {
    name: "sweep-work",
    everyMinutes: 1,
    timeoutSeconds: 50,
    sendsTo: ["calls", "inbox", "jobs", "messages", "outgoing"],
  },
  {
    name: "remove-old",
    everyMinutes: 60,
    timeoutSeconds: 600,
    files: [{ bucket: "media", folder: "media/", may: ["delete"] }],
  },
];
