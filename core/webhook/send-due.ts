import { log } from "#core/log";
import type { TimeLeft } from "#core/time-left";
import { workThrough } from "#core/work/loop";
import { twice } from "#core/work/twice";
import { attempt } from "./attempt.ts";
import { announcedMs } from "./awake.ts";
import { timeoutMs as usualTimeoutMs } from "./backoff.ts";
import { isOutdated } from "./changed-here.ts";
import { type Claimed, deliveryLease, type Outcome, type QueueName } from "./delivery-lease.ts";
import { tally } from "./health.ts";
import { dueIn } from "./lane.ts";
import { attemptSlots, hasRoom, prefetchMax } from "./slots.ts";
import type { Awake, Wake } from "./wake.ts";
import type { Lane } from "./webhook.table.ts";

export interface Sender {
  readonly lane: Lane;
  /** Attempts in flight at once. */
  readonly slots: number;
  /** Until it stops claiming: attempts in flight then need the timeout and a little more. */
  readonly timeLeft: TimeLeft;
  readonly wake: Wake;
  /** One attempt's deadline; 10 s by default. */
  readonly timeoutMs?: number;
  /** Announces that this lane need not be woken, while that is the case. Optional. */
  readonly awake?: Awake;
}

export interface Sent {
  readonly delivered: number;
  /** Not delivered, including those tried for the last time. */
  readonly failed: number;
  /** Failed for the last time. */
  readonly dead: number;
  /** How long each attempt took. */
  readonly ms: readonly number[];
  /** Whether the time was up before everything due was sent. */
  readonly unfinished: boolean;
}

/**
 * Sends what is due in one lane, until nothing is or the time is up.
 * @throws if the database is away for too long to wait; deliveries sent but not recorded are then sent again.
 */
export async function sendDue({
  lane,
  slots,
  timeLeft,
  wake,
  timeoutMs = usualTimeoutMs,
  awake,
}: Sender): Promise<Sent> {
  const sent = { delivered: 0, failed: 0, dead: 0 };
  const ms: number[] = [];
  const health = tally(wake);
  const send = async (row: Claimed) => {
    const outcome = await attempt(row, timeoutMs);
    sent[outcome.error === null ? "delivered" : "failed"]++;
    if (outcome.error !== null && deliveryLease.waitSecondsAfter(row.attempts) === null) sent.dead++;
    ms.push(outcome.ms);
    return outcome;
  };
  const shares = attemptSlots(slots);
  /** What was due at the last look. */
  let seen: readonly QueueName[] = [];
  const announce = async (others: readonly Pick<QueueName, "endpointId">[] = []) => {
    if (awake && timeLeft() > announcedMs && hasRoom(shares, slots, [...seen, ...others])) await awake.announce();
  };
  const recorded = async (outcomes: readonly Outcome[]) => {
    outcomes.forEach(health.add);
    await wake(outcomes.flatMap(wakeUpAfter));
    await health.writeNowAndThen();
    // Looks, which announce it as well, are rare while there is work and the database is slow.
    await announce(outcomes.map(({ of }) => of)).catch((error: unknown) => log.warn("sender not announced", { error }));
  };
  const look = dueIn(lane, wake);
  const due = async () => {
    seen = await look();
    await announce();
    return seen;
  };
  const standBy = awake?.standBy;
  try {
    for (;;) {
      const loop = {
        lease: deliveryLease,
        slots: shares,
        timeLeft,
        withinMs: timeoutMs,
        prefetchMax,
        isOutdated,
        work: send,
        recorded,
        due,
        standBy,
      };
      const { unfinished } = await workThrough(loop);
      await awake?.withdraw();
      if (!awake || unfinished || timeLeft() <= 0 || (await twice(look)).length === 0)
        return { ...sent, ms, unfinished };
    }
  } finally {
    await health.write();
  }
}

/** Only failures that are tried again need a wake-up; they are recorded first, so that it does not come too early. */
function wakeUpAfter({ of, error }: Outcome) {
  const seconds = error === null ? null : deliveryLease.waitSecondsAfter(of.attempts);
  if (seconds === null) return [];
  return [{ lane: of.lane, afterSeconds: seconds }];
}
