/** Claims rows, and does the work on each of them at once, side by side. */
import { log } from "#core/log";
import type { DueQueues } from "./due-queues.ts";
import type { Claim, Take } from "./kind.ts";
import type { Lease } from "./lease.ts";
import type { Slots } from "./slots.ts";
import { twice } from "./twice.ts";

const claimsAtOnce = 4;
/** What an outcome needs to be recorded while its row is still hidden. */
const recordMs = 5_000;

export interface Runner<Name> {
  readonly claim: (takes: readonly Take<Name>[]) => Promise<void>;
  readonly mayClaim: () => boolean;
  readonly isIdle: () => boolean;
  /** The error that a claim ended in, if one did. */
  readonly broken: () => unknown;
}

interface Parts<Row, Outcome, Name, Queue extends Name> {
  readonly lease: Lease<Row, Outcome, Name, Queue>;
  readonly queues: DueQueues<Name, Queue>;
  readonly slots: Slots<Name>;
  readonly withinMs: number;
  readonly work: (row: Row) => Promise<Outcome | undefined>;
  readonly ended: (outcome: Outcome) => void;
  readonly changed: () => void;
}

export function runnerOf<Row extends Claim & Name, Outcome, Name, Queue extends Name>({
  lease,
  queues,
  slots,
  withinMs,
  work,
  ended,
  changed,
}: Parts<Row, Outcome, Name, Queue>): Runner<Name> {
  /** What has been held for longer than this could outlast its hiding: it is left to whoever claims it next. */
  const heldMsMax = lease.hideSeconds * 1000 - withinMs - recordMs;
  let claiming = 0;
  let working = 0;
  let broken: unknown;

  const begin = async (row: Row, heldMs: number) => {
    working++;
    try {
      const outcome = heldMs < heldMsMax ? await work(row) : undefined;
      if (outcome !== undefined) ended(outcome);
    } catch (error) {
      // It comes back when its hiding is over. The others' work goes on.
      log.error("work failed without an outcome", { id: row.id, error });
    }
    working--;
    queues.ended();
    slots.free(row);
    changed();
  };
  const freeUnused = (takes: readonly Take<Name>[], rows: readonly Row[], beganMs: number) => {
    if (rows.length === takes.reduce((sum, { most }) => sum + most, 0)) return;
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(lease.nameOf(row), (counts.get(lease.nameOf(row)) ?? 0) + 1);
    for (const take of takes) {
      const unused = take.most - (counts.get(lease.nameOf(take)) ?? 0);
      if (unused === 0) continue;
      slots.free(take, unused);
      queues.emptied(take, beganMs);
    }
  };
  return {
    claim: async (takes) => {
      claiming++;
      const began = performance.now();
      try {
        const rows = await twice(() => lease.claim(takes));
        freeUnused(takes, rows, began);
        queues.found(rows.length > 0);
        for (const row of rows) void begin(row, performance.now() - began);
      } catch (error) {
        broken = error;
      }
      claiming--;
      changed();
    },
    mayClaim: () => claiming < claimsAtOnce,
    isIdle: () => claiming === 0 && working === 0,
    broken: () => broken,
  };
}
