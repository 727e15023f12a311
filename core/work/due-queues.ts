/** Which queues are known to have something due, and whose turn it is. */
import { log } from "#core/log";
import type { Take } from "./kind.ts";
import { twice } from "./twice.ts";

/** How often it looks for other queues while there is work, by default. */
const lookEveryMsUsual = 200;
/** At most this share of the time is spent looking. */
const lookingShare = 0.1;

export interface DueQueues<Name, Queue> {
  /**
   * Those worth a claim; the queue whose turn it is comes first. While a claim of a queue is under way, another would
   * find nothing, unless the last one was full.
   */
  readonly inTurn: () => readonly Queue[];
  readonly look: (whileIdle: boolean) => Promise<void>;
  readonly looking: () => boolean;
  /** Rows have been written to these queues: they are known without a look. */
  readonly heard: (news: readonly Queue[]) => void;
  readonly isTimeToLook: (whileIdle: boolean) => boolean;
  readonly nextLookInMs: () => number;
  /** These have had their turn: a claim of them begins. */
  readonly served: (takes: readonly Take<Name>[]) => void;
  /** The claim of this queue that began then has been answered; if it was not full, it found no more. */
  readonly answered: (queue: Name, beganMs: number, isFull: boolean) => void;
  /** A claim has ended, and found something or not. */
  readonly found: (something: boolean) => void;
  /** Work has ended, so earlier looks no longer count: the same row may be due again. */
  readonly ended: () => void;
  /** Whether the last looks and claims found nothing: then there is nothing left to do. */
  readonly hasRunDry: () => boolean;
  /** The error of a look that failed while nothing else was under way, if any. */
  readonly broken: () => unknown;
}

export function dueQueues<Name, Queue extends Name>(
  due: () => Promise<readonly Queue[]>,
  nameOf: (queue: Name) => string,
  changed: () => void,
  lookEveryMs = lookEveryMsUsual,
): DueQueues<Name, Queue> {
  let queues: readonly Queue[] = [];
  let looking = false;
  let lookAtMs = 0;
  let fruitless = 0;
  let broken: unknown;
  let heardMeanwhile: readonly Queue[] = [];
  /** When each was last reported, or seen by a look: claims begun before that prove nothing about it. */
  const seenAtMs = new Map<string, number>();
  const saw = (those: readonly Queue[], atMs: number) => {
    for (const queue of those) seenAtMs.set(nameOf(queue), Math.max(atMs, seenAtMs.get(nameOf(queue)) ?? 0));
  };
  /** Claims under way. */
  const claims = new Map<string, number>();
  /** Queues whose last claim was full. */
  const long = new Set<string>();
  const add = (more: readonly Queue[]) => {
    const known = new Set(queues.map(nameOf));
    queues = [...queues, ...more.filter((queue) => !known.has(nameOf(queue)))];
  };
  return {
    inTurn: () => queues.filter((queue) => !claims.has(nameOf(queue)) || long.has(nameOf(queue))),
    looking: () => looking,
    heard: (news) => {
      saw(news, performance.now());
      add(news);
      if (looking) heardMeanwhile = [...heardMeanwhile, ...news];
      fruitless = 0;
    },
    isTimeToLook: (whileIdle) => !looking && (performance.now() >= lookAtMs || (whileIdle && queues.length === 0)),
    nextLookInMs: () => Math.min(lookEveryMs, Math.max(1, lookAtMs - performance.now())),
    look: async (whileIdle) => {
      looking = true;
      const began = performance.now();
      try {
        queues = await twice(due);
        saw(queues, began);
        add(heardMeanwhile);
        // Work under way during the look may have made something due.
        if (queues.length === 0) fruitless += whileIdle ? 2 : 1;
      } catch (error) {
        // A database that is briefly away must not end the work under way: it looks again later, and once more when
        // idle.
        if (whileIdle) broken = error;
        else log.warn("due queues not read, trying again later", { error });
      }
      const now = performance.now();
      lookAtMs = now + Math.max(lookEveryMs, (now - began) / lookingShare);
      heardMeanwhile = [];
      looking = false;
      changed();
    },
    served: (takes) => {
      const names = new Set(takes.map(nameOf));
      for (const name of names) claims.set(name, (claims.get(name) ?? 0) + 1);
      const had = (queue: Queue) => names.has(nameOf(queue));
      queues = [...queues.filter((queue) => !had(queue)), ...queues.filter(had)];
    },
    answered: (queue, beganMs, isFull) => {
      const name = nameOf(queue);
      const left = (claims.get(name) ?? 1) - 1;
      if (left > 0) claims.set(name, left);
      else claims.delete(name);
      if (isFull) return void long.add(name);
      long.delete(name);
      if ((seenAtMs.get(name) ?? 0) > beganMs) return;
      seenAtMs.delete(name);
      queues = queues.filter((other) => nameOf(other) !== name);
    },
    found: (something) => {
      fruitless = something ? 0 : fruitless + 1;
    },
    ended: () => {
      fruitless = 0;
    },
    hasRunDry: () => fruitless > 1,
    broken: () => broken,
  };
}
