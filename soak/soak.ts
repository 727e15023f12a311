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
  /** It ends when so many operations have been answered, or so much time has passed, whichever is first. */
  readonly steps?: number;
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
  /** How often each operation was done and how often refused. */
  readonly operations: Readonly<Record<string, Readonly<Tally>>>;
  /** What a client should never see: 500s, undeclared codes. */
  readonly faults: readonly string[];
  readonly kills: number;
  readonly steps: number;
}

interface Tally {
  done: number;
  refused: number;
}

/** How often it is looked at whether to end. */
const lookMs = 50;

/** Runs the clients, on the database that the environment names. */
export async function soak(asked: Soak): Promise<Soaked> {
  const { world, key, seed, seconds, processes, clients, steps: stepsMax = Number.POSITIVE_INFINITY } = asked;
  const { killEvery = Number.POSITIVE_INFINITY } = asked;
  const operations: Record<string, Tally> = {};
  const faults: string[] = [];
  const running = new Set<ChildProcess>();
  const random = randomFrom(seed);
  const untilNextKill = () => killEvery * (0.5 + random());
  let [steps, kills, nextKill, ending] = [0, 0, untilNextKill(), false];
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
      steps++;
      if (steps >= nextKill && !ending) killOne();
    });
    const orders: Orders = { world, key, seed: seed + started++, clients: Math.ceil(clients / processes) };
    child.send(orders);
    running.add(child);
    child.once("exit", () => running.delete(child));
  };
  const killOne = () => {
    const victims = [...running].filter(({ killed }) => !killed);
    victims[Math.floor(random() * victims.length)]?.kill("SIGKILL");
    kills++;
    nextKill = steps + untilNextKill();
    start();
  };
  for (let count = 0; count < processes; count++) start();

  const endsAt = performance.now() + seconds * 1000;
  while (steps < stepsMax && performance.now() < endsAt) await new Promise((resume) => setTimeout(resume, lookMs));
  ending = true;
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, "exit");
      if (child.connected) child.send("stop", () => {});
      await ended;
    }),
  );
  return { operations, faults, kills, steps };
}
