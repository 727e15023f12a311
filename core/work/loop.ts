/**
 * The loop of every worker: looks for what is due, claims it, works on many rows at the same time and records the
 * outcomes, until nothing is due or the time is up. It knows nothing about HTTP, Lambda or message queues, so it can
 * run in a worker, a benchmark or a host that runs for years.
 */
import type { TimeLeft } from "#core/time-left";
import { dueQueues } from "./due-queues.ts";
import type { Claim } from "./kind.ts";
import type { Lease } from "./lease.ts";
import type { Offer } from "./offer.ts";
import { recorder } from "./recorder.ts";
import { runnerOf } from "./runner.ts";
import { newSignal } from "./signal.ts";
import type { Slots } from "./slots.ts";
import { twice } from "./twice.ts";

/** No more claims while this many outcomes wait to be recorded. */
const unrecordedMax = 1_000;

/** For a loop that is told about new work, and waits for it when idle. */
export interface StandBy<Row, Name, Queue> {
  /** It ends this long after its last work. */
  readonly withinMs: number;
  readonly listen: (listener: Listener<Row, Name, Queue>) => void;
}

/** What such a loop hears of new rows. */
export interface Listener<Row, Name, Queue> {
  /** These queues have something new. */
  readonly tell: (news: readonly Queue[]) => void;
  /** Its room for rows that are claimed for it as they are written; nothing if there is none, or it has ended. */
  readonly offer: () => Offer<Row, Name> | undefined;
}

export interface Worker<Row, Outcome, Name, Queue extends Name> {
  readonly lease: Lease<Row, Outcome, Name, Queue>;
  readonly slots: Slots<Name>;
  /** Until it stops claiming: work under way then needs `withinMs` and a little more. */
  readonly timeLeft: TimeLeft;
  /** The longest that the work on one row takes. */
  readonly withinMs: number;
  /**
   * The work on one row. It answers nothing if it has recorded its outcome itself, within a change. If it throws,
   * the row comes back when its hiding ends.
   */
  readonly work: (row: Row) => Promise<Outcome | undefined>;
  /** Whether data read by a claim begun then is out of date: the row is then given back, and claimed again. */
  readonly isOutdated?: (row: Row, claimedAtMs: number) => boolean;
  /** The most rows claimed before there is room for them, for work that is quick; by default none. */
  readonly prefetchMax?: number;
  /** How often it looks for other queues while work is under way: often if work is slow and others must not wait. */
  readonly lookEveryMs?: number;
  /** Called with recorded outcomes. If it throws, the loop ends. */
  readonly recorded?: (outcomes: readonly Outcome[]) => Promise<void>;
  /** This worker's queues with something due; by default all. */
  readonly due?: () => Promise<readonly Queue[]>;
  readonly standBy?: StandBy<Row, Name, Queue> | undefined;
}

/**
 * @returns whether the time was up before everything due was done.
 * @throws if the database is away for too long to wait; work done but not recorded is then done again.
 */
export async function workThrough<Row extends Claim & Name, Outcome, Name, Queue extends Name>(
  worker: Worker<Row, Outcome, Name, Queue>,
): Promise<{ readonly unfinished: boolean }> {
  const { lease, timeLeft, due = () => lease.due(), recorded = async () => {}, standBy } = worker;
  const signal = newSignal();
  const changed = signal.notify;
  const outcomes = recorder(lease.record, recorded, changed);
  const queues = dueQueues(due, lease.nameOf, signal.notifyAtOnce, worker.lookEveryMs);
  const runner = runnerOf({ ...worker, queues, ended: outcomes.add, changed });
  const broken = () => queues.broken() ?? runner.broken() ?? outcomes.broken();
  let workedAtMs = performance.now();
  const mayClaimNow = () => broken() === undefined && timeLeft() > 0 && outcomes.waiting() < unrecordedMax;
  let ended = false;
  standBy?.listen({
    tell: (news) => {
      queues.heard(news);
      signal.notifyAtOnce();
    },
    offer: () => (!ended && mayClaimNow() ? runner.offer() : undefined),
  });
  for (;;) {
    const mayClaim = mayClaimNow();
    const done = runner.isIdle() && outcomes.waiting() === 0;
    if (!done) workedAtMs = performance.now();
    const waits = standBy !== undefined && mayClaim && performance.now() - workedAtMs < standBy.withinMs;
    const idle = done && !(waits && queues.hasRunDry());
    if (idle && !queues.looking() && (!mayClaim || queues.hasRunDry())) break;
    if (mayClaim && queues.isTimeToLook(idle)) void queues.look(idle);
    runner.release(broken() !== undefined || timeLeft() <= 0);
    while (mayClaim && runner.mayClaim()) {
      const planned = runner.plan(queues.inTurn());
      if (planned.length === 0) break;
      queues.served(planned);
      void runner.claim(planned);
    }
    await signal.wait(queues.nextLookInMs());
  }
  ended = true;
  const error = broken();
  if (error !== undefined) throw error;
  return { unfinished: timeLeft() <= 0 && (await twice(due)).length > 0 };
}
