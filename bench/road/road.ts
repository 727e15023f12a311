/**
 * From a commit to the receiver: changes are committed at an even rate, and the time until each event's signed POST
 * arrives is measured, through everything in between (outbox, bus, queue, fan-out, wake-up, sender).
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { disconnect } from "#core/db/client";
import { emit } from "#core/event/emit";
import { publish } from "#core/event/publish";
import { newId } from "#core/id";
import { newSecretsKey } from "#core/secret";
import { createEndpoint } from "#core/webhook/endpoints/create-endpoint";
import { nodeEnvironment, nodeFlags } from "#local/child";
import { listen } from "#local/http/listen";
import type { LocalPostgres } from "#local/postgres/postgres";
import { percentiles, tenths } from "../load.ts";

interface Options {
  /** Events a second, with one result row each. */
  readonly rates?: readonly number[];
  readonly seconds?: number;
  /** The PostgreSQL server for the store's database; by default the runtime's own. */
  readonly server?: LocalPostgres;
}

export interface RoadRow {
  readonly eventsPerSecond: number;
  readonly events: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Processor time of the runtime without PostgreSQL, the figure that varies least on a busy machine. */
  readonly cpuMsPerEvent: number;
  /** Of the runtime's process since its start. */
  readonly peakMemoryMb: number;
}

/** The typical size of an order's event. */
const bodyPadding = "x".repeat(1_000);
const tickMs = 10;
/** The first events meet cold code and empty pools; they are sent but not counted. */
const warmUpSeconds = 2;
const patienceMs = 60_000;

export async function road({ rates = [100, 500], seconds = 10, server }: Options = {}): Promise<RoadRow[]> {
  return withReceiver(server, async ({ startRuntime, arrivals }) => {
    const { host } = await startRuntime();
    const rows: RoadRow[] = [];
    for (const eventsPerSecond of rates) {
      await send(eventsPerSecond, warmUpSeconds, arrivals);
      const before = await usageOf(host);
      const times = await send(eventsPerSecond, seconds, arrivals);
      const after = await usageOf(host);
      rows.push({
        eventsPerSecond,
        events: times.length,
        ...percentiles(times),
        maxMs: tenths(Math.max(...times)),
        cpuMsPerEvent: tenths((after.cpuMs - before.cpuMs) / times.length),
        peakMemoryMb: after.peakMemoryMb,
      });
    }
    return rows;
  });
}

/** An event at the receiver: when it arrived, and how long after the start of its change. */
interface Arrival {
  readonly at: number;
  readonly lagMs: number;
}

export interface Road {
  /** Starts the runtime on this store, with one endpoint for every `product.updated`. */
  readonly startRuntime: () => Promise<{ readonly host: ChildProcess; readonly url: string }>;
  readonly stopRuntime: () => Promise<void>;
  /** The address of the endpoint. */
  readonly receiver: string;
  /** By the event's id. */
  readonly arrivals: ReadonlyMap<string, Arrival>;
}

/**
 * A new store on `server`, by default the runtime's own, and a receiver that answers at once; both are removed
 * afterwards.
 */
export async function withReceiver<T>(server: LocalPostgres | undefined, work: (road: Road) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-"));
  const arrivals = new Map<string, Arrival>();
  const receiver = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", () => {
        const start = Buffer.concat(chunks).toString("latin1", 0, 300);
        const [, id] = /"id":"(evt_\w+)"/.exec(start) ?? [];
        const [, time] = /"time":"([^"]+)"/.exec(start) ?? [];
        if (id && !arrivals.has(id))
          arrivals.set(id, { at: performance.now(), lagMs: Date.now() - Date.parse(time ?? "") });
        response.writeHead(204).end();
      });
    }),
  );
  const url = `${receiver.url}/hook`;
  const before = { ...process.env };
  const database = server && (await databaseOn(server));
  let host: ChildProcess | undefined;
  let hasEndpoint = false;
  const startRuntime = async () => {
    host = fork(join(import.meta.dirname, "host.ts"), [folder], {
      execArgv: [...nodeFlags],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { PATH: process.env["PATH"], ...nodeEnvironment, ...database },
    });
    const { url: runtimeUrl, environment } = await told(host);
    Object.assign(process.env, environment, { DATABASE_CONNECTIONS: "10" });
    if (!hasEndpoint)
      await inChange(system("bench"), (change) =>
        createEndpoint(change, { url, events: ["product.updated"], active: true }),
      );
    hasEndpoint = true;
    return { host, url: String(runtimeUrl) };
  };
  const stopRuntime = async () => {
    const ended = host && once(host, "exit");
    if (host?.connected) host.send("stop");
    await ended;
    host = undefined;
  };
  try {
    return await work({ startRuntime, stopRuntime, receiver: url, arrivals });
  } finally {
    await disconnect();
    await stopRuntime();
    await receiver.stop();
    await rm(folder, { recursive: true, force: true });
    process.env = before;
  }
}

async function databaseOn(server: LocalPostgres) {
  const name = `road_${randomBytes(4).toString("hex")}`;
  await server.create(name);
  return { DATABASE_URL: server.nearUrl(name), SECRETS_KEY: newSecretsKey() };
}

export async function usageOf(host: ChildProcess): Promise<{ cpuMs: number; peakMemoryMb: number }> {
  host.send("usage");
  const { cpuMs, peakMemoryMb } = await told(host);
  return { cpuMs: Number(cpuMs), peakMemoryMb: Number(peakMemoryMb) };
}

/** The next message from the runtime; throws if it ends. */
export async function told(host: ChildProcess): Promise<Record<string, unknown>> {
  const ended = once(host, "exit").then(([code]) => {
    throw new Error(`the runtime ended with ${code}`);
  });
  const [message] = await Promise.race([once(host, "message"), ended]);
  return message;
}

/** Commits events at an even rate, waits until all have arrived, and returns how long each took in milliseconds. */
async function send(rate: number, seconds: number, arrivals: Road["arrivals"]): Promise<number[]> {
  const committed = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const commit = async () => {
    const subject = newId("product");
    const change = await inChange(system("bench"), async (change) => {
      emit(change, "product.updated", subject, { padding: bodyPadding });
      return change;
    });
    for (const { id } of change.emitted) committed.set(id, performance.now());
    await publish(change);
  };
  const began = performance.now();
  for (let sent = 0; sent < rate * seconds; ) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) / 1000) * rate));
    for (; sent < due; sent++) {
      const work = commit().finally(() => underWay.delete(work));
      underWay.add(work);
    }
    await new Promise((resume) => setTimeout(resume, tickMs));
  }
  await Promise.all(underWay);
  const giveUpAt = performance.now() + patienceMs;
  while ([...committed.keys()].some((id) => !arrivals.has(id))) {
    if (performance.now() > giveUpAt) throw new Error("events are missing at the receiver");
    await new Promise((resume) => setTimeout(resume, tickMs));
  }
  return [...committed].map(([id, at]) => Math.max(0, (arrivals.get(id)?.at ?? 0) - at));
}

if (process.argv[1] === import.meta.filename) console.table(await road());
