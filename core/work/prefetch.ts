/**
 * Rows claimed before there is room for them: otherwise a queue with quick work would wait for a claim after every few
 * rows. From each queue, as many as it recently completed in a quarter of a second; so none waits long, and slow queues
 * get almost none. Rows that have still waited for a second are given back.
 */
const paceMs = 250;
const waitMsMax = 1_000;

export interface Prefetch<Row, Name> {
  /** How many rows of a queue to claim beyond the room for them, up to `claimMost`. They count as held until `arrived`. */
  readonly reserve: (queue: Name, claimMost: number) => number;
  /** The same for rows of any queues. To be given up before they have `arrived`. */
  readonly reserveAny: (claimMost: number) => number;
  readonly unreserveAny: (count: number) => void;
  /** The rows found for a reservation, with the time at which their claim began. */
  readonly arrived: (queue: Name, reserved: number, rows: readonly Row[], claimedAtMs: number) => void;
  /** Whether more of a queue would be reserved, if there were room for them. */
  readonly wants: (queue: Name) => boolean;
  /** The queues with rows waiting for room. */
  readonly queues: () => Name[];
  /** The next row of a queue that has room. */
  readonly next: (queue: Name) => Prefetched<Row> | undefined;
  /** Work on a row of this queue has ended. */
  readonly ended: (queue: Name) => void;
  /** Takes out the rows that have waited too long, or all of them. */
  readonly release: (all: boolean) => Row[];
  readonly isEmpty: () => boolean;
}

interface Prefetched<Row> {
  readonly row: Row;
  readonly claimedAtMs: number;
}

/** How many rows of a queue are completed in `paceMs`: in the last such period, or in this one. */
interface Pace {
  beganMs: number;
  done: number;
  doneBefore: number;
}

interface Waiting<Row, Name> {
  readonly queue: Name;
  rows: readonly Prefetched<Row>[];
}

/** @param most rows at most, for all queues together. */
export function prefetchOf<Row, Name>(most: number, nameOf: (queue: Name) => string): Prefetch<Row, Name> {
  const waiting = new Map<string, Waiting<Row, Name>>();
  const reserved = new Map<string, number>();
  const paces = new Map<string, Pace>();
  let held = 0;

  const paceOf = (name: string): number => {
    const pace = paces.get(name);
    const age = pace ? performance.now() - pace.beganMs : Number.POSITIVE_INFINITY;
    if (!pace || age > 2 * paceMs) return 0;
    return age > paceMs ? pace.done : Math.max(pace.done, pace.doneBefore);
  };
  const has = (name: string) => (waiting.get(name)?.rows.length ?? 0) + (reserved.get(name) ?? 0);
  /** How many more are wanted: many at once, rather than one for each row taken. */
  const wanted = (name: string): number => {
    const pace = Math.min(paceOf(name), most);
    return has(name) > pace / 2 ? 0 : pace - has(name);
  };
  const keep = (name: string, queue: Name, rows: readonly Prefetched<Row>[]) => {
    if (rows.length > 0) waiting.set(name, { queue, rows });
    else waiting.delete(name);
  };
  return {
    reserve: (queue, claimMost) => {
      const name = nameOf(queue);
      const more = Math.min(wanted(name), most - held, claimMost);
      if (more <= 0) return 0;
      reserved.set(name, (reserved.get(name) ?? 0) + more);
      held += more;
      return more;
    },
    reserveAny: (claimMost) => {
      const count = Math.max(0, Math.min(most - held, claimMost));
      held += count;
      return count;
    },
    unreserveAny: (count) => {
      held -= count;
    },
    arrived: (queue, count, rows, claimedAtMs) => {
      const name = nameOf(queue);
      const left = (reserved.get(name) ?? 0) - count;
      if (left > 0) reserved.set(name, left);
      else reserved.delete(name);
      held += rows.length - count;
      keep(name, queue, [...(waiting.get(name)?.rows ?? []), ...rows.map((row) => ({ row, claimedAtMs }))]);
    },
    wants: (queue) => wanted(nameOf(queue)) > 0,
    queues: () => [...waiting.values()].map(({ queue }) => queue),
    next: (queue) => {
      const name = nameOf(queue);
      const [first, ...rest] = waiting.get(name)?.rows ?? [];
      if (!first) return undefined;
      keep(name, queue, rest);
      held--;
      return first;
    },
    ended: (queue) => {
      const name = nameOf(queue);
      const now = performance.now();
      const pace = paces.get(name);
      if (pace && now - pace.beganMs <= paceMs) {
        pace.done++;
        return;
      }
      const isNext = pace !== undefined && now - pace.beganMs <= 2 * paceMs;
      paces.set(name, { beganMs: now, done: 1, doneBefore: isNext ? pace.done : 0 });
    },
    release: (all) => {
      const since = performance.now() - waitMsMax;
      const gone: Row[] = [];
      for (const [name, { queue, rows }] of [...waiting]) {
        const isKept = ({ claimedAtMs }: Prefetched<Row>) => !all && claimedAtMs >= since;
        gone.push(...rows.filter((one) => !isKept(one)).map(({ row }) => row));
        keep(name, queue, rows.filter(isKept));
      }
      held -= gone.length;
      return gone;
    },
    isEmpty: () => waiting.size === 0,
  };
}
