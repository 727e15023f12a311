/** What goes wrong at the store, one after the other: whatever can be killed is, and comes back. */
import { setTimeout as pause } from "node:timers/promises";

export interface Machines {
  /** The store's own process: killed as the kernel kills, with its queues, and started again with its clock so far off. */
  readonly killStore: () => Promise<void>;
  readonly startStore: (clockShiftMs?: number) => Promise<void>;
  /** PostgreSQL: stopped as an operator does it, or all at once. */
  readonly stopPostgres: () => Promise<void>;
  readonly startPostgres: () => Promise<void>;
  readonly killPostgres: () => Promise<void>;
}

const hourMs = 3_600_000;

/** Each ends with everything running again. */
export const troubles: Readonly<Record<string, (machines: Machines) => Promise<void>>> = {
  // The queues are in its memory: whatever was in them is gone, as if somebody had purged them.
  "the store killed, its queues with it": async (machines) => {
    await machines.killStore();
    await machines.startStore();
  },
  "PostgreSQL restarted": async (machines) => {
    await machines.stopPostgres();
    await machines.startPostgres();
  },
  "the store's clock an hour ahead": async (machines) => {
    await machines.killStore();
    await machines.startStore(hourMs);
  },
  "PostgreSQL killed": async (machines) => {
    await machines.killPostgres();
    await machines.startPostgres();
  },
  "the store's clock an hour behind": async (machines) => {
    await machines.killStore();
    await machines.startStore(-hourMs);
  },
  "both killed at once": async (machines) => {
    await Promise.all([machines.killStore(), machines.killPostgres()]);
    await machines.startPostgres();
    await machines.startStore();
  },
};

/** How long the store may be as slow as it likes after it has come back. */
const recoveryMs = 5_000;

/** One trouble after the other, evenly over the time, and a while of peace before and after each. */
export function troubleFor(machines: Machines, seconds: number) {
  let inTrouble = false;
  const met: string[] = [];
  const all = Object.entries(troubles);
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
