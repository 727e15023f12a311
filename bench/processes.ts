/**
 * One store in several processes, as a container host runs it: lists and line edits a second with one, two and four API
 * processes, and one worker. Their processor time shows whether the limit is the processes or PostgreSQL.
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "fauxqs";
import postgres from "postgres";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { newSecretsKey } from "#core/secret";
import { createKey } from "#core/staff/keys/create-key";
import { type Child, startChild } from "#local/child";
import type { LocalPostgres } from "#local/postgres/postgres";
import { generateOrders } from "./generate.ts";
import { type Call, measure, tenths } from "./load.ts";
import { questions } from "./questions.ts";

interface ProcessesRow {
  readonly name: string;
  readonly processes: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The shares of the machine's processor time that the API processes and PostgreSQL used. */
  readonly apiPercent: number;
  readonly postgresPercent: number;
}

const orders = 10_000;
const clients = 16;
const requests = 3_000;
/** Linux's unit of processor time. */
const ticksPerSecond = 100;

export async function processes(server: LocalPostgres): Promise<ProcessesRow[]> {
  const database = `processes_${process.pid}`;
  await server.create(database);
  await migrate(server.url(database));
  const sql = postgres(server.url(database), { max: 1, onnotice: () => {} });
  await generateOrders(sql, orders);
  await sql.unsafe("vacuum analyze");
  await sql.end();
  const store = { DATABASE_URL: server.nearUrl(database), SECRETS_KEY: newSecretsKey() };
  const before = { ...process.env };
  Object.assign(process.env, store);
  const owner = { ...system("bench"), role: "owner" as const };
  const { key } = await inChange(owner, (change) =>
    createKey(change, { name: "bench", role: "owner", storefront: false }),
  );
  await disconnect();
  const queues = buildApp({ logger: false });
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-processes-"));
  const shared = {
    ...store,
    PUBLIC_URL: "http://localhost",
    AWS_ENDPOINT_URL_SQS: await queues.listen({ port: 0, host: "127.0.0.1" }),
    ...{ AWS_REGION: "eu-central-1", AWS_ACCESS_KEY_ID: "any", AWS_SECRET_ACCESS_KEY: "any" },
    ...{ OWNER_PASSWORD: "a-bench-password", LOG_LEVEL: "ERROR" },
  };
  const started = (ROLE: string): Promise<Child> => startChild({ folder, environment: { ...shared, ROLE } });
  const worker = await started("worker");
  const apis: Child[] = [];
  const rows: ProcessesRow[] = [];
  try {
    for (const wanted of [1, 2, 4]) {
      while (apis.length < wanted) apis.push(await started("api"));
      for (const name of ["order list", "order line edit"] as const) {
        rows.push({ name, processes: wanted, ...(await shared16(apis, key, name)) });
      }
    }
    return rows;
  } finally {
    await Promise.all([...apis, worker].map((child) => child.end()));
    await queues.close();
    await rm(folder, { recursive: true, force: true });
    process.env = before;
  }
}

/** Sixteen clients, distributed among the processes as by a proxy. */
async function shared16(apis: readonly Child[], key: string, name: string) {
  const question = questions[name];
  if (!question) throw new Error(`There is no question called ${name}.`);
  const next = question(orders);
  const all = (total: number) => {
    let asked = 0;
    return Promise.all(
      apis.map(({ url }) =>
        measure(
          { url, key },
          { clients: clients / apis.length, requests: total / apis.length },
          (): Call => next(asked++),
        ),
      ),
    );
  };
  await all(400);
  const ticksBefore = ticks(apis);
  const began = performance.now();
  const timings = await all(requests);
  const seconds = (performance.now() - began) / 1_000;
  const ticksAfter = [...ticks(apis)];
  const percent = (who: "api" | "postgres") => {
    const taken = ticksAfter
      .filter(([, one]) => one.who === who)
      .reduce((sum, [pid, one]) => sum + one.ticks - (ticksBefore.get(pid)?.ticks ?? 0), 0);
    return Math.round((100 * taken) / ticksPerSecond / seconds / cpus().length);
  };
  const middle = (figure: "p50Ms" | "p99Ms") =>
    tenths(timings.reduce((sum, timing) => sum + timing[figure], 0) / timings.length);
  return {
    perSecond: Math.round(requests / seconds),
    ...{ p50Ms: middle("p50Ms"), p99Ms: middle("p99Ms") },
    ...{ apiPercent: percent("api"), postgresPercent: percent("postgres") },
  };
}

/** Ticks of processor time that each of these processes and of PostgreSQL's has used since it started. */
function ticks(apis: readonly Child[]): Map<string, { who: "api" | "postgres"; ticks: number }> {
  const apiIds = new Set(apis.map(({ process: { pid } }) => String(pid)));
  const found = new Map<string, { who: "api" | "postgres"; ticks: number }>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [, program = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
      const [user = 0, system = 0] = rest.split(" ").slice(11, 13).map(Number);
      const who = apiIds.has(pid) ? "api" : program === "postgres" ? "postgres" : null;
      if (who) found.set(pid, { who, ticks: user + system });
    } catch (error) {
      // The process has just ended.
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
  return found;
}
