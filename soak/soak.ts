import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { startFiles } from "#local/files";
import { askAs } from "./ask.ts";
import { aCarrierInTrouble } from "./carrier.ts";
import { randomFrom } from "./choices.ts";
import type { Orders, Report } from "./client.ts";
import { aGatewayInTrouble } from "./gateway.ts";
import { partedLabels } from "./parted-labels.ts";
import { partedMoney } from "./parted-money.ts";
import { settleAll } from "./settle.ts";
import type { Keys, World } from "./step.ts";
import { steps as everyStep } from "./steps.ts";

export interface Soak {
  readonly world: Omit<World, "carrier" | "gateway">;
  readonly keys: Keys;
  readonly seed: number;
  /** It ends when so many operations have been answered, or so much time has passed, whichever is first. */
  readonly operations?: number;
  readonly seconds: number;
  readonly processes: number;
  readonly clients: number;
  /**
   * Kill one process with SIGKILL about every so many operations, and start another in its place: by operations and
   * not by the clock, so that on a busy machine they are not all killed before they have begun.
   */
  readonly killEvery?: number;
}

export interface Soaked {
  /** How often each step was done, how often refused. */
  readonly steps: Readonly<Record<string, Readonly<Tally>>>;
  /** What should never be: 5xx answers, undeclared codes, a process that ends by itself, a step that is never done. */
  readonly faults: readonly string[];
  /** Of all processes; each was met by beginning again. */
  readonly deadlocks: number;
  readonly kills: number;
  readonly operations: number;
  /** That the carrier has made, the cancelled ones too. */
  readonly labels: number;
  /** That the gateway has taken and returned. */
  readonly payments: number;
  readonly refunds: number;
}

interface Tally {
  done: number;
  refused: number;
}

/** How often it is looked at whether to end. */
const lookMs = 50;
/** From so many operations on, a step that was never done is one that cannot be. */
const enough = 8_000;

/** Runs the clients, on the database that the environment names, with a carrier and a gateway in trouble and a place for labels. */
export async function soak(asked: Soak): Promise<Soaked> {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-soak-"));
  const files = await startFiles(folder);
  const carrier = await aCarrierInTrouble({ random: randomFrom(asked.seed) });
  const gateway = await aGatewayInTrouble({ random: randomFrom(asked.seed + 1) });
  try {
    Object.assign(process.env, { TEST_CARRIER: "1", TEST_GATEWAY: "1" });
    const ask = askAs(asked.keys);
    for (const [code, { settings }] of [["testcarrier", carrier] as const, ["test", gateway] as const]) {
      const set = await ask(provider.configure, { code, settings });
      if (set.status !== 200) throw new Error(`${code} could not be set up`);
    }
    const done = await soakWith(asked, {
      ...asked.world,
      carrier: { webhookSecret: carrier.settings.webhookSecret },
      gateway: { url: gateway.settings.address, webhookSecret: gateway.settings.webhookSecret },
    });
    carrier.calm();
    gateway.calm();
    const faults = [
      ...done.faults,
      ...(await settleAll(gateway)),
      ...(await partedLabels(carrier.labels)),
      ...(await partedMoney(gateway.books)),
    ];
    const { payments, refunds } = gateway.books;
    return { ...done, labels: carrier.labels.length, payments: payments.length, refunds: refunds.length, faults };
  } finally {
    await carrier.stop();
    await gateway.stop();
    await files.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function soakWith(asked: Soak, world: World): Promise<Omit<Soaked, "labels" | "payments" | "refunds">> {
  const { keys, seed, seconds, processes, clients } = asked;
  const { killEvery = Number.POSITIVE_INFINITY, operations: operationsMax = Number.POSITIVE_INFINITY } = asked;
  const steps = Object.fromEntries(
    Object.keys(everyStep).map((name): [string, Tally] => [name, { done: 0, refused: 0 }]),
  );
  const faults: string[] = [];
  const running = new Set<ChildProcess>();
  const random = randomFrom(seed);
  const untilNextKill = () => killEvery * (0.5 + random());
  let [operations, kills, nextKill, ending] = [0, 0, untilNextKill(), false];
  let started = 0;
  const start = () => {
    const child = fork(join(import.meta.dirname, "client.ts"), {
      env: { ...process.env, DATABASE_CONNECTIONS: String(Math.ceil(clients / processes)) },
    });
    child.on("message", ({ step, asked: more, outcome }: Report) => {
      operations += more;
      const tally = steps[step];
      if (typeof outcome === "object") faults.push(outcome.fault);
      else if (outcome && tally) tally[outcome]++;
      if (operations >= nextKill && !ending) killOne();
    });
    const orders: Orders = { world, keys, seed: seed + started++, clients: Math.ceil(clients / processes) };
    child.send(orders);
    running.add(child);
    child.once("exit", (code, signal) => {
      running.delete(child);
      const asTold = child.killed ? signal === "SIGKILL" : ending && code === 0;
      if (!asTold) faults.push(`a process ended by itself: ${signal ?? code}`);
    });
  };
  const killOne = () => {
    const victims = [...running].filter(({ killed }) => !killed);
    victims[Math.floor(random() * victims.length)]?.kill("SIGKILL");
    kills++;
    nextKill = operations + untilNextKill();
    start();
  };
  for (let count = 0; count < processes; count++) start();

  const endsAt = performance.now() + seconds * 1000;
  while (running.size > 0 && operations < operationsMax && performance.now() < endsAt) {
    await new Promise((resume) => setTimeout(resume, lookMs));
  }
  ending = true;
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, "exit");
      if (child.connected) child.send("stop", () => {});
      await ended;
    }),
  );
  const [row] = await db().execute<{ deadlocks: number }>(
    sql`select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()`,
  );
  if (operations >= enough) {
    for (const [name, { done }] of Object.entries(steps)) if (done === 0) faults.push(`${name} was never done`);
  }
  return { steps, faults, kills, operations, deadlocks: row?.deadlocks ?? 0 };
}
