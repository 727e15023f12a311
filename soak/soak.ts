import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Orders, Report } from "./client.ts";
import { randomFrom, type World } from "./steps.ts";

export interface Soak {
  readonly world: World;
  /** An owner's API key. */
  readonly key: string;
  readonly seed: number;
  readonly seconds: number;
  readonly processes: number;
  readonly clients: number;
  /** Kill one process with SIGKILL every so often, and start another in its place. */
  readonly killEveryMs?: number;
}

export interface Soaked {
  /** How often each operation was done and how often refused. */
  readonly operations: Readonly<Record<string, Readonly<Tally>>>;
  /** What a client should never see: 500s, undeclared codes. */
  readonly faults: readonly string[];
  readonly kills: number;
}

interface Tally {
  done: number;
  refused: number;
}

/** Runs the clients for their time, on the database that the environment names. */
export async function soak({ world, key, seed, seconds, processes, clients, killEveryMs }: Soak): Promise<Soaked> {
  const operations: Record<string, Tally> = {};
  const faults: string[] = [];
  const running = new Set<ChildProcess>();
  let started = 0;
  const start = () => {
    const child = fork(join(import.meta.dirname, "client.ts"), {
      env: { ...process.env, DATABASE_CONNECTIONS: String(Math.ceil(clients / processes)) },
    });
    child.on("message", (report: Report) => {
      if ("fault" in report) {
        faults.push(report.fault);
        return;
      }
      const tally = operations[report.operation] ?? { done: 0, refused: 0 };
      operations[report.operation] = tally;
      tally[report.status < 300 ? "done" : "refused"]++;
    });
    const orders: Orders = { world, key, seed: seed + started++, clients: Math.ceil(clients / processes) };
    child.send(orders);
    running.add(child);
    child.once("exit", () => running.delete(child));
  };
  for (let count = 0; count < processes; count++) start();

  const random = randomFrom(seed);
  const endsAt = performance.now() + seconds * 1000;
  let kills = 0;
  while (performance.now() < endsAt) {
    await new Promise((resume) => setTimeout(resume, Math.min(killEveryMs ?? 200, endsAt - performance.now())));
    if (killEveryMs === undefined || performance.now() >= endsAt) continue;
    const victims = [...running];
    victims[Math.floor(random() * victims.length)]?.kill("SIGKILL");
    kills++;
    start();
  }
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, "exit");
      if (child.connected) child.send("stop", () => {});
      await ended;
    }),
  );
  return { operations, faults, kills };
}
