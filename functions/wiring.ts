/**
 * How everything is connected: the one list of areas with their operations, queues with their workers, and
 * schedules. The stacks make resources from it, the local runtime runs it, the tests go through it.
 */
import { areas } from "#core/contract/index";
import { methodsOf, type Operation } from "#core/contract/kit/operation";
import { rightsOfToken } from "#core/contract/values/rights";
import { keptDays } from "#core/file/folders";

/** Each has one Lambda, a route for each of its methods, and one handler, which `functions/admin/<area>.ts` exports as `verb`. */
export interface Route {
  readonly area: string;
  readonly verb: string;
  readonly operation: Operation;
  readonly methods: readonly (Operation["method"] | "HEAD")[];
}

export const routes: readonly Route[] = Object.entries(areas).flatMap(([area, operations]) =>
  Object.values(operations).map((operation) => {
    const verb = operation.name.split(".")[1] ?? "";
    return { area, verb, operation, methods: methodsOf(operation) };
  }),
);

/** Literal paths come before paths that would take the literal for an id. */
const addresses = [...Map.groupBy(routes, ({ operation }) => operation.path)]
  .map(([path, there]) => ({
    path,
    form: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
    methods: there.flatMap((route): readonly string[] => route.methods).toSorted(),
  }))
  .toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);

/** The methods that a path takes; none if there is nothing. */
export const methodsAt = (path: string): readonly string[] =>
  addresses.find(({ form }) => form.test(path))?.methods ?? [];

/** Paths such as `/orders/sweep-unpaid`, which the route `/orders/{id}` would take for an order. */
export const spelledOut: readonly string[] = addresses
  .map(({ path }) => path)
  .filter((path) => addresses.some((other) => other.path !== path && other.form.test(path)));

/** Whether the static admin token works for anything in an area: only those areas get it. */
export const opensByToken = (area: string): boolean =>
  routes.some((route) => route.area === area && rightsOfToken.some((right) => right === route.operation.right));

/** What a worker, a schedule or an area may touch besides the database and, for a worker, its own queue. */
export interface Reach {
  /** Names of queues that it may send to. */
  readonly sendsTo?: readonly string[];
  /** Puts events on the bus. */
  readonly publishes?: boolean;
  /** May reach the internet; others reach only the database, the queues, the bus and the file store. */
  readonly egress?: true;
  /** Names of settings that it reads besides the common ones; a deploy gives them to no other function. */
  readonly settings?: readonly string[];
  /** What it may do with files, folder by folder. */
  readonly files?: readonly FileReach[];
}

interface FileReach {
  readonly bucket: BucketName;
  readonly folder: string;
  readonly may: readonly ("get" | "put" | "delete")[];
}

/** What an area's requests reach besides the database: those that emit put their events on the bus. */
export const reachOf = (area: string): Reach => ({
  sendsTo: wakes[area] ?? [],
  publishes: routes.some((route) => route.area === area && route.operation.emits),
  ...(filesOf[area] && { files: filesOf[area] }),
});

/** Areas that wake workers. An endpoint that is active again, for example, has pending deliveries. */
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

/** The receivers' timeout, the networks they may not be in, and whether senders are woken or stay awake. */
const ofSenders = ["WEBHOOK_EGRESS", "WEBHOOK_TIMEOUT_SECONDS", "WEBHOOK_PACE"];

/** Areas that work with files. To presign a request, a function must be allowed to make it. */
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

/** An S3 bucket. Nothing in it is public by default. */
export interface Bucket {
  readonly name: BucketName;
  /** The environment variable with its name. */
  readonly variable: string;
  /** After how many days it removes a folder's files automatically. */
  readonly keptDays: Readonly<Record<string, number>>;
  /** Takes presigned requests from pages. */
  readonly presigned?: true;
  /** This folder's files are public, at the same path under the store's own address. */
  readonly servedFrom?: string;
}

/** After how many days a file that was begun and never completed is removed. */
export const unfinishedDays = 1;

export const buckets: readonly Bucket[] = [
  // Uploads, exports, labels.
  { name: "files", variable: "FILES_BUCKET", keptDays, presigned: true },
  // Product images, under names that are never reused.
  { name: "media", variable: "MEDIA_BUCKET", keptDays: {}, servedFrom: "media/" },
];

/** Lambda allots CPU by memory, a whole one for 1,769 MB: with less than this, a person notices a cold start. */
export const usualMemoryMb = 1024;

/** A queue and `functions/worker/<worker>.ts`, which exports `handler`. Every queue has a dead-letter queue and an alarm. */
export interface Queue extends Reach {
  readonly name: string;
  readonly worker: string;
  /** The environment variable with the queue's URL. */
  readonly variable: string;
  /** Gets events from the bus: all, or those whose names have these prefixes. */
  readonly fromBus?: "all" | readonly string[];
  readonly timeoutSeconds: number;
  readonly visibilitySeconds: number;
  /** The most messages a worker gets at once. Above ten, Lambda would have to wait for them. */
  readonly batchSize: number;
  /** Of each instance; `usualMemoryMb` by default. */
  readonly memoryMb?: number;
  /** How many instances of the worker may run at once. */
  readonly concurrency: number;
  readonly maxReceiveCount: number;
}

/** For workers that nearly always wait for receivers and the database (`npm run bench -- --only=cost` measures it). */
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
    // The slow lane: endpoints that are slow or keep failing have their own queue and senders.
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
    // Makes the calls to gateways, carriers and senders that changes have recorded.
    name: "calls",
    worker: "make-calls",
    variable: "CALLS_QUEUE_URL",
    timeoutSeconds: 180,
    visibilitySeconds: 1_080,
    batchSize: 10,
    concurrency: 5,
    maxReceiveCount: 5,
    sendsTo: ["calls", "messages"],
    publishes: true,
    egress: true,
    settings: ["PROVIDER_EGRESS"],
    files: [{ bucket: "files", folder: "labels/", may: ["put"] }],
  },
  {
    // Writes the emails and SMS for events, but sends none: the renderer of templates has no access to the internet.
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
    // Processes what providers send. Some events must be verified by asking the provider.
    name: "inbox",
    worker: "take-inbox",
    variable: "INBOX_QUEUE_URL",
    timeoutSeconds: 120,
    visibilitySeconds: 720,
    batchSize: 10,
    concurrency: 5,
    maxReceiveCount: 5,
    sendsTo: ["calls", "inbox"],
    publishes: true,
    egress: true,
    settings: ["PROVIDER_EGRESS"],
  },
  {
    // Imports and exports, in turn.
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
    // If the queues cannot be reached it sends deliveries itself.
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
    files: [
      { bucket: "media", folder: "media/", may: ["delete"] },
      { bucket: "files", folder: "labels/", may: ["delete"] },
    ],
  },
];
