/**
 * The claim loop: takes what is due, sends it, records what came of it, until nothing is due or the time is up. It knows
 * nothing of Lambda or SQS, so a worker, a benchmark or a host that runs for years can run it.
 */
import { setTimeout as wait } from "node:timers/promises";
import { log } from "#core/log";
import type { TimeLeft } from "#core/time-left";
import { attempt } from "./attempt.ts";
import { hidingSeconds, timeoutMs as usualTimeoutMs } from "./backoff.ts";
import { type Claimed, claim, type Take } from "./claim.ts";
import { type Due, dueNow } from "./due.ts";
import { recorder } from "./recorder.ts";
import { slotsOf } from "./slots.ts";
import type { Wake, WakeUp } from "./wake.ts";
import type { Lane } from "./webhook.table.ts";

export interface Sender {
  readonly lane: Lane;
  /** Attempts in flight at once. */
  readonly slots: number;
  /** Until it stops claiming: what is in flight then needs the timeout and a little more. */
  readonly timeLeft: TimeLeft;
  readonly wake: Wake;
  /** One attempt's deadline; 10 s when nothing is said. */
  readonly timeoutMs?: number;
}

export interface Sent {
  readonly delivered: number;
  readonly failed: number;
  /** Whether the time was up before everything due was sent. */
  readonly unfinished: boolean;
}

const claimsAtOnce = 4;
/** Looks for other endpoints' due rows this often while there is something to do. */
const lookEveryMs = 200;
/** What an outcome needs to be recorded while its row is still hidden. */
const recordMs = 5_000;
/** No more claims while so many outcomes wait to be recorded. */
const unrecordedMax = 1_000;
/** Finished attempts are gathered for so long, so that a claim is for several rows. */
const gatherMs = 1;

/** @throws when the database is away for longer than can be waited for; what was sent unrecorded then is sent again. */
export async function sendDue(sender: Sender): Promise<Sent> {
  const { lane, slots: total, timeLeft, wake, timeoutMs = usualTimeoutMs } = sender;
  /** What has been held for longer than this could outlast its hiding: it is left to whoever claims it next. */
  const heldMsMax = hidingSeconds * 1000 - timeoutMs - recordMs;
  const slots = slotsOf(total);
  const sent = { delivered: 0, failed: 0 };
  let queues: Due[] = [];
  let claiming = 0;
  let flying = 0;
  let looking = false;
  let lookAtMs = 0;
  let fruitless = 0;
  let broken: unknown;
  let changed = () => {};
  const outcomes = recorder(wake, () => changed());

  const look = async () => {
    looking = true;
    const began = performance.now();
    const wasIdle = flying === 0 && claiming === 0;
    try {
      const due = await twice(dueNow);
      queues = due.filter((queue) => queue.lane === lane);
      await handOn(due.filter((queue) => queue.lane !== lane));
      if (queues.length === 0) fruitless += wasIdle ? 2 : 1;
    } catch (error) {
      broken = error;
    }
    const now = performance.now();
    // Never more than a tenth of the time is spent on looking.
    lookAtMs = now + Math.max(lookEveryMs, (now - began) * 10);
    looking = false;
    changed();
  };

  let handedOn = false;
  /** Wake-ups that were sent before an endpoint became slow, or well again, arrive at the wrong senders: once a run, they are passed on. */
  const handOn = async (others: readonly Due[]) => {
    if (handedOn || others.length === 0) return;
    handedOn = true;
    await wake(others.map(({ endpointId, lane }): WakeUp => ({ endpointId, lane })));
  };

  const take = async (takes: readonly Take[]) => {
    claiming++;
    const began = performance.now();
    try {
      const rows = await twice(() => claim(takes));
      for (const { endpointId, turn, most } of takes) {
        const mine = rows.filter((row) => row.endpointId === endpointId && row.turn === turn).length;
        if (mine < most) {
          slots.free(endpointId, turn, most - mine);
          queues = queues.filter((queue) => queue.endpointId !== endpointId || queue.turn !== turn);
        }
      }
      fruitless = rows.length > 0 ? 0 : fruitless + 1;
      for (const row of rows) void fly(row, performance.now() - began);
    } catch (error) {
      broken = error;
    }
    claiming--;
    changed();
  };

  const fly = async (row: Claimed, heldMs: number) => {
    flying++;
    if (heldMs < heldMsMax) {
      const outcome = await attempt(row, timeoutMs);
      sent[outcome.error === null ? "delivered" : "failed"]++;
      outcomes.add(outcome);
    }
    flying--;
    slots.free(row.endpointId, row.turn);
    changed();
  };

  for (;;) {
    broken ??= outcomes.broken();
    const mayClaim = broken === undefined && timeLeft() > 0 && outcomes.waiting() < unrecordedMax;
    const idle = flying === 0 && claiming === 0 && outcomes.waiting() === 0;
    if (idle && !looking && (!mayClaim || fruitless > 1)) break;
    if (mayClaim && !looking && (performance.now() >= lookAtMs || (idle && queues.length === 0))) void look();
    while (mayClaim && claiming < claimsAtOnce) {
      const takes = slots.take(queues);
      if (takes.length === 0) break;
      // Those at the front have had their turn.
      const served = new Set(takes.map(({ endpointId, turn }) => `${turn} ${endpointId}`));
      const had = (queue: Due) => served.has(`${queue.turn} ${queue.endpointId}`);
      queues = [...queues.filter((queue) => !had(queue)), ...queues.filter(had)];
      void take(takes);
    }
    await nextChange();
  }
  await outcomes.finish();
  if (broken !== undefined) throw broken;
  return { ...sent, unfinished: timeLeft() <= 0 && (await dueNow()).some((queue) => queue.lane === lane) };

  /** Something has ended, or it is time to look again. */
  function nextChange(): Promise<void> {
    return new Promise((resume) => {
      let gathering: NodeJS.Timeout | undefined;
      const go = () => {
        clearTimeout(timer);
        // Left running, it would put out the next wait's ear for changes.
        clearTimeout(gathering);
        changed = () => {};
        resume();
      };
      const timer = setTimeout(go, Math.min(lookEveryMs, Math.max(1, lookAtMs - performance.now())));
      changed = () => {
        gathering ??= setTimeout(go, gatherMs);
      };
    });
  }
}

/** A connection that was killed is replaced by the second try; an error that stays is the caller's. */
async function twice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.warn("database failed, trying once more", { error });
    // By then the pool has noticed which of its connections are dead.
    await wait(100);
    return work();
  }
}
