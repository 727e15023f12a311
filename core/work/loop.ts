/**
 * The loop of every worker: looks for what is due, claims it, works on many rows side by side and records what came of
 * them, until nothing is due or the time is up. It knows nothing of HTTP, Lambda or queues of messages, so a worker, a
 * benchmark or a host that runs for years can run it.
 */
import type { TimeLeft } from "#core/time-left";
import { dueQueues } from "./due-queues.ts";
import type { Claim } from "./kind.ts";
import type { Lease } from "./lease.ts";
import { recorder } from "./recorder.ts";
import { runnerOf } from "./runner.ts";
import { newSignal } from "./signal.ts";
import type { Slots } from "./slots.ts";
import { twice } from "./twice.ts";

/** No more claims while so many outcomes wait to be recorded. */
const unrecordedMax = 1_000;

/** For a loop that hears of what is new, and that waits for it when it has run dry. */
export interface StandBy<Queue> {
  /** So long after its last work it ends. */
  readonly withinMs: number;
  /** Is given whom to tell of queues that have got something due. */
  readonly listen: (tell: (news: readonly Queue[]) => void) => void;
}

export interface Worker<Row, Outcome, Name, Queue extends Name> {
  readonly lease: Lease<Row, Outcome, Name, Queue>;
  readonly slots: Slots<Name>;
  /** Until it stops claiming: what is under way then needs `withinMs` and a little more. */
  readonly timeLeft: TimeLeft;
  /** The longest that the work on one row takes. */
  readonly withinMs: number;
  /**
   * The work on one row. It answers nothing when it has recorded its outcome by itself, within a change. When it throws,
   * the row stays hidden, and comes back when that is over.
   */
  readonly work: (row: Row) => Promise<Outcome | undefined>;
  /** Whether what a claim that began then has read with a row is true no more: the row is given back, and claimed anew. */
  readonly isOutdated?: (row: Row, claimedAtMs: number) => boolean;
  /** How many rows at most are claimed before there is room for them, where the work on one takes a moment; none when nothing is said. */
  readonly prefetchMax?: number;
  /** How often it looks for other queues while work is under way: often where that takes long, and others must not wait for it. */
  readonly lookEveryMs?: number;
  /** Is told what was recorded. When it throws, the loop ends. */
  readonly recorded?: (outcomes: readonly Outcome[]) => Promise<void>;
  /** The queues with something due that are this worker's; all of them when nothing is said. */
  readonly due?: () => Promise<readonly Queue[]>;
  readonly standBy?: StandBy<Queue> | undefined;
}

/**
 * @returns whether the time was up before everything due was done.
 * @throws when the database is away for longer than can be waited for; what was done unrecorded then is done again.
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
  standBy?.listen((news) => {
    queues.heard(news);
    signal.notifyAtOnce();
  });
  for (;;) {
    const mayClaim = broken() === undefined && timeLeft() > 0 && outcomes.waiting() < unrecordedMax;
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
  const error = broken();
  if (error !== undefined) throw error;
  return { unfinished: timeLeft() <= 0 && (await twice(due)).length > 0 };
}
