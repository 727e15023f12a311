/** What goes wrong at the store, one after the other: whatever can be killed is, and comes back. */
import { setTimeout as pause } from "node:timers/promises";

/** What a process of the store is: everything, or one of two that share PostgreSQL and the queues. */
export type Part = "all" | "api" | "worker";

export interface Machines {
  readonly parts: readonly Part[];
  /** Killed as the kernel kills. */
  readonly kill: (part: Part) => Promise<void>;
  /** With its clock so far off. */
  readonly start: (part: Part, clockShiftMs?: number) => Promise<void>;
  /** Takes every message off the queues, where they are outside of the processes. */
  readonly purgeQueues: () => Promise<void>;
  /** PostgreSQL: stopped as an operator does it, or all at once. */
  readonly stopPostgres: () => Promise<void>;
  readonly startPostgres: () => Promise<void>;
  readonly killPostgres: () => Promise<void>;
}

/** Ends with everything running again. */
type Trouble = (machines: Machines) => Promise<void>;

const hourMs = 3_600_000;

const again =
  (part: Part, clockShiftMs = 0): Trouble =>
  async (machines) => {
    await machines.kill(part);
    await machines.start(part, clockShiftMs);
  };

const restarted: Trouble = async (machines) => {
  await machines.stopPostgres();
  await machines.startPostgres();
};

const killed: Trouble = async (machines) => {
  await machines.killPostgres();
  await machines.startPostgres();
};

const allKilled: Trouble = async (machines) => {
  await Promise.all([...machines.parts.map((part) => machines.kill(part)), machines.killPostgres()]);
  await machines.startPostgres();
  for (const part of machines.parts) await machines.start(part);
};

/** In one process the queues are in its memory: whatever was in them is gone, as if somebody had purged them. */
const inOneProcess: Readonly<Record<string, Trouble>> = {
  "the store killed, its queues with it": again("all"),
  "PostgreSQL restarted": restarted,
  "the store's clock an hour ahead": again("all", hourMs),
  "PostgreSQL killed": killed,
  "the store's clock an hour behind": again("all", -hourMs),
  "everything killed at once": allKilled,
};

const inSeveral: Readonly<Record<string, Trouble>> = {
  "the API killed": again("api"),
  "the worker killed": again("worker"),
  "the queues purged": (machines) => machines.purgeQueues(),
  "PostgreSQL restarted": restarted,
  "the API's clock an hour ahead": again("api", hourMs),
  "PostgreSQL killed": killed,
  "the worker's clock an hour behind": again("worker", -hourMs),
  "everything killed at once": allKilled,
};

/** How long the store may be as slow as it likes after it has come back. */
const recoveryMs = 5_000;

/** One trouble after the other, evenly over the time, and a while of peace before and after each. */
export function troubleFor(machines: Machines, seconds: number) {
  let inTrouble = false;
  const met: string[] = [];
  const all = Object.entries(machines.parts.length > 1 ? inSeveral : inOneProcess);
  const betweenMs = (seconds * 1_000) / (all.length + 1);
  return {
    inTrouble: () => inTrouble,
    met,
    run: async (): Promise<void> => {
      for (const [name, happens] of all) {
        await pause(betweenMs);
        inTrouble = true;
        await happens(machines);
        await pause(recoveryMs);
        inTrouble = false;
        met.push(name);
      }
    },
  };
}
