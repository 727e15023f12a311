/** Which queues have something due, as far as is known, and whose turn it is. */
import { log } from "#core/log";
import type { Take } from "./kind.ts";
import { twice } from "./twice.ts";

/** While there is something to do, it looks for other queues this often, unless somebody says otherwise. */
const lookEveryMsUsual = 200;
/** Never more than this share of the time is spent on looking. */
const lookingShare = 0.1;

export interface DueQueues<Name, Queue> {
  /** Whose turn it is comes first. */
  readonly inTurn: () => readonly Queue[];
  readonly look: (whileIdle: boolean) => Promise<void>;
  readonly looking: () => boolean;
  /** Somebody has written rows of these: it needs no look to know. */
  readonly heard: (news: readonly Queue[]) => void;
  readonly isTimeToLook: (whileIdle: boolean) => boolean;
  readonly nextLookInMs: () => number;
  /** These have had their turn. */
  readonly served: (takes: readonly Take<Name>[]) => void;
  /** A claim that began then has found no more in this one. */
  readonly emptied: (queue: Name, beganMs: number) => void;
  /** A claim has ended, and found something or not. */
  readonly found: (something: boolean) => void;
  /** Work has ended, and what looks have found before says nothing any more: the same row may be due again. */
  readonly ended: () => void;
  /** Whether looks and claims have lately found nothing: then there is nothing left to do. */
  readonly hasRunDry: () => boolean;
  /** The error that a look ended in when nothing else was under way, if one did. */
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
  /** When each was last heard of: what was asked before that says nothing about it. */
  const heardAtMs = new Map<string, number>();
  const add = (more: readonly Queue[]) => {
    const known = new Set(queues.map(nameOf));
    queues = [...queues, ...more.filter((queue) => !known.has(nameOf(queue)))];
  };
  return {
    inTurn: () => queues,
    looking: () => looking,
    heard: (news) => {
      for (const queue of news) heardAtMs.set(nameOf(queue), performance.now());
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
        add(heardMeanwhile);
        // What was under way while it looked may have left something behind.
        if (queues.length === 0) fruitless += whileIdle ? 2 : 1;
      } catch (error) {
        // A database that is away for a moment must not end what is under way: it looks again later, and once more when nothing is.
        if (whileIdle) broken = error;
        else log.warn("queues not seen, looking again later", { error });
      }
      const now = performance.now();
      lookAtMs = now + Math.max(lookEveryMs, (now - began) / lookingShare);
      heardMeanwhile = [];
      looking = false;
      changed();
    },
    served: (takes) => {
      const names = new Set(takes.map(nameOf));
      const had = (queue: Queue) => names.has(nameOf(queue));
      queues = [...queues.filter((queue) => !had(queue)), ...queues.filter(had)];
    },
    emptied: (queue, beganMs) => {
      const name = nameOf(queue);
      if ((heardAtMs.get(name) ?? 0) > beganMs) return;
      heardAtMs.delete(name);
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
