/**
 * From a commit to the receiver: changes are committed at an even rate, and each event's time until its signed POST
 * arrives is taken, through everything that lies between (outbox, bus, queue, fan-out, wake-up, sender).
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { disconnect } from "#core/db/client";
import { emit } from "#core/event/emit";
import { publish } from "#core/event/publish";
import { newId } from "#core/id";
import { newSecretsKey } from "#core/secret";
import { createEndpoint } from "#core/webhook/endpoints/create-endpoint";
import { listen } from "#local/listen";
import type { LocalPostgres } from "#local/postgres/postgres";
import { percentiles, tenths } from "./load.ts";

interface Options {
  /** Events a second, one row each. */
  readonly rates?: readonly number[];
  readonly seconds?: number;
  /** A PostgreSQL to make the store's database on; the runtime's own when none is given. */
  readonly server?: LocalPostgres;
}

export interface RoadRow {
  readonly eventsPerSecond: number;
  readonly events: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Of the runtime's process, PostgreSQL's apart: what a busy machine changes least. */
  readonly cpuMsPerEvent: number;
  /** Of the runtime's process, since it started. */
  readonly peakMemoryMb: number;
}

/** A size that an order's event has. */
const bodyPadding = "x".repeat(1_000);
const tickMs = 10;
/** The first events meet cold code and empty pools; they are sent, and not counted. */
const warmUpSeconds = 2;
const patienceMs = 60_000;

export async function road({ rates = [100, 500], seconds = 10, server }: Options = {}): Promise<RoadRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-"));
  const arrivals = new Map<string, number>();
  const receiver = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", () => {
        const [, id] = /"id":"(evt_\w+)"/.exec(Buffer.concat(chunks).toString("latin1", 0, 200)) ?? [];
        if (id && !arrivals.has(id)) arrivals.set(id, performance.now());
        response.writeHead(204).end();
      });
    }),
  );
  const before = { ...process.env };
  const host = fork(join(import.meta.dirname, "host.ts"), [folder], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { PATH: process.env["PATH"], ...(server && (await databaseOn(server))) },
  });
  try {
    Object.assign(process.env, (await told(host))["environment"], { DATABASE_CONNECTIONS: "10" });
    await inChange(system("bench"), (change) =>
      createEndpoint(change, { url: `${receiver.url}/hook`, events: ["product.updated"], active: true }),
    );
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
  } finally {
    await disconnect();
    const ended = once(host, "exit");
    if (host.connected) host.send("stop");
    await ended;
    await receiver.stop();
    await rm(folder, { recursive: true, force: true });
    process.env = before;
  }
}

async function databaseOn(server: LocalPostgres) {
  const name = `road_${process.pid}`;
  await server.create(name);
  return { DATABASE_URL: server.nearUrl(name), SECRETS_KEY: newSecretsKey() };
}

async function usageOf(host: ChildProcess): Promise<{ cpuMs: number; peakMemoryMb: number }> {
  host.send("usage");
  const { cpuMs, peakMemoryMb } = await told(host);
  return { cpuMs: Number(cpuMs), peakMemoryMb: Number(peakMemoryMb) };
}

/** The next thing the runtime says; its end is an error. */
async function told(host: ChildProcess): Promise<Record<string, unknown>> {
  const ended = once(host, "exit").then(([code]) => {
    throw new Error(`the runtime ended with ${code}`);
  });
  const [message] = await Promise.race([once(host, "message"), ended]);
  return message;
}

/** Commits events at an even rate, waits until all have arrived, and answers how long each took in milliseconds. */
async function send(rate: number, seconds: number, arrivals: Map<string, number>): Promise<number[]> {
  const committed = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const commit = async () => {
    const subject = newId("product");
    const [id, changeId] = await inChange(system("bench"), async (change) => {
      await emit(change, "product.updated", subject, { padding: bodyPadding });
      const [row] = await change.tx.execute<{ id: string }>(sql`select id from events where subject_id = ${subject}`);
      return [row?.id ?? "", change.id] as const;
    });
    committed.set(id, performance.now());
    await publish(changeId);
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
  return [...committed].map(([id, at]) => Math.max(0, (arrivals.get(id) ?? 0) - at));
}

if (process.argv[1] === import.meta.filename) console.table(await road());
