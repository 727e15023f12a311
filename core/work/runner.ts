/** Claims rows, and works on all of them at the same time. */
import { log } from "#core/log";
import type { TimeLeft } from "#core/time-left";
import type { DueQueues } from "./due-queues.ts";
import type { Claim, Take } from "./kind.ts";
import type { Lease } from "./lease.ts";
import { type Offers, offersOf } from "./offer.ts";
import { prefetchOf } from "./prefetch.ts";
import type { Slots } from "./slots.ts";
import { twice } from "./twice.ts";

const claimsAtOnce = 4;
/** Time to record an outcome while its row is still hidden. */
const recordMs = 5_000;

/** Rows to claim from a queue: `begins` of them to begin at once, and the rest ahead. */
export type Planned<Queue> = Take<Queue> & { readonly begins: number };

export interface Runner<Row, Name, Queue> {
  /** What to claim from these queues, in order; nothing if there is neither room nor need. */
  readonly plan: (queues: readonly Queue[]) => Planned<Queue>[];
  readonly claim: (planned: readonly Planned<Queue>[]) => Promise<void>;
  readonly mayClaim: () => boolean;
  readonly offer: Offers<Row, Name>["make"];
  /** Gives back rows claimed ahead that have waited too long, or all of them. */
  readonly release: (all: boolean) => void;
  readonly isIdle: () => boolean;
  /** The error of a claim that failed, if any. */
  readonly broken: () => unknown;
}

interface Parts<Row, Outcome, Name, Queue extends Name> {
  readonly lease: Lease<Row, Outcome, Name, Queue>;
  readonly queues: DueQueues<Name, Queue>;
  readonly slots: Slots<Name>;
  readonly timeLeft: TimeLeft;
  readonly withinMs: number;
  readonly prefetchMax?: number | undefined;
  readonly isOutdated?: ((row: Row, claimedAtMs: number) => boolean) | undefined;
  readonly work: (row: Row) => Promise<Outcome | undefined>;
  readonly ended: (outcome: Outcome) => void;
  readonly changed: () => void;
}

export function runnerOf<Row extends Claim & Name, Outcome, Name, Queue extends Name>({
  lease,
  queues,
  slots,
  timeLeft,
  withinMs,
  prefetchMax = 0,
  isOutdated = () => false,
  work,
  ended,
  changed,
}: Parts<Row, Outcome, Name, Queue>): Runner<Row, Name, Queue> {
  /** Work on a row held for longer than this could outlast its hiding: the row is left to its next claim. */
  const heldMsMax = lease.hideSeconds * 1000 - withinMs - recordMs;
  const prefetch = prefetchOf<Row, Name>(prefetchMax, lease.nameOf);
  let claiming = 0;
  /** The rows being worked on, by queue. */
  const working = new Map<string, Set<Row>>();
  let givingBack = 0;
  let broken: unknown;

  const begin = async (row: Row, claimedAtMs: number) => {
    const name = lease.nameOf(row);
    const those = working.get(name) ?? new Set();
    working.set(name, those.add(row));
    try {
      if (isOutdated(row, claimedAtMs)) await lease.giveBack([row]);
      else {
        const outcome = performance.now() - claimedAtMs < heldMsMax ? await work(row) : undefined;
        if (outcome !== undefined) ended(outcome);
      }
    } catch (error) {
      // The row comes back when its hiding ends. Other work goes on.
      log.error("work failed without an outcome", { id: row.id, error });
    }
    those.delete(row);
    if (those.size === 0) working.delete(name);
    queues.ended();
    prefetch.ended(row);
    slots.free(row);
    if (timeLeft() > 0) beginPrefetched([row]);
    changed();
  };
  /** Begins rows claimed ahead, as far as there is room now. */
  const beginPrefetched = (those: readonly Name[]) => {
    let left = those;
    while (left.length > 0) {
      const takes = slots.take(left);
      if (takes.length === 0) return;
      takes.forEach(beginTaken);
      // A take reserves room for more rows of a queue than may wait, and so for a few queues only: the others come next.
      const had = new Set(takes.map(lease.nameOf));
      left = left.filter((queue) => !had.has(lease.nameOf(queue)));
    }
  };
  const beginTaken = (take: Take<Name>) => {
    for (let room = take.most; room > 0; room--) {
      const next = prefetch.next(take);
      if (!next) return slots.free(take, room);
      void begin(next.row, next.claimedAtMs);
    }
  };
  const offers = offersOf({
    ...{ queues, slots, prefetch },
    busy: () => [...working.values()].flatMap(([row]) => row ?? []),
    arrived: () => {
      if (timeLeft() > 0) beginPrefetched(prefetch.queues());
      changed();
    },
  });
  const distribute = (planned: readonly Planned<Queue>[], rows: readonly Row[], claimedAtMs: number) => {
    const found = Map.groupBy(rows, (row) => lease.nameOf(row));
    for (const take of planned) {
      const name = lease.nameOf(take);
      const those = found.get(name) ?? [];
      for (const row of those.slice(0, take.begins)) void begin(row, claimedAtMs);
      if (those.length < take.begins) slots.free(take, take.begins - those.length);
      prefetch.arrived(take, take.most - take.begins, those.slice(take.begins), claimedAtMs);
      queues.answered(take, claimedAtMs, those.length === take.most);
    }
    beginPrefetched(prefetch.queues());
  };
  return {
    plan: (those) => {
      beginPrefetched(prefetch.queues());
      const takes = slots.take(those);
      const room = new Map(takes.map((take) => [lease.nameOf(take), take.most]));
      let ahead = slots.claimMax - takes.reduce((sum, { most }) => sum + most, 0);
      return those.flatMap((queue) => {
        const begins = room.get(lease.nameOf(queue)) ?? 0;
        const reserved = prefetch.reserve(queue, ahead);
        ahead -= reserved;
        const most = begins + reserved;
        return most > 0 ? [{ ...queue, begins, most }] : [];
      });
    },
    claim: async (planned) => {
      claiming++;
      const began = performance.now();
      try {
        const rows = await twice(() => lease.claim(planned));
        queues.found(rows.length > 0);
        distribute(planned, rows, began);
      } catch (error) {
        broken = error;
      }
      claiming--;
      changed();
    },
    mayClaim: () => claiming < claimsAtOnce,
    offer: offers.make,
    release: (all) => {
      const rows = prefetch.release(all);
      if (rows.length === 0) return;
      givingBack++;
      void lease
        .giveBack(rows)
        // They come back when their hiding ends.
        .catch((error: unknown) => log.warn("rows not released", { count: rows.length, error }))
        .finally(() => {
          givingBack--;
          changed();
        });
    },
    isIdle: () => claiming + offers.open() + working.size + givingBack === 0 && prefetch.isEmpty(),
    broken: () => broken,
  };
}
