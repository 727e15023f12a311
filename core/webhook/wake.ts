import type { Id } from "#core/contract/kit/fields";
import type { StandBy } from "#core/work/loop";
import type { Claimed, Due, QueueName } from "./delivery-lease.ts";
import type { Lane } from "./webhook.table.ts";

/**
 * Tells a lane's senders that something is due, or will be. One sender sends everything due, to all endpoints. The rows
 * are the truth: a lost, duplicate or late wake-up changes nothing.
 */
export interface WakeUp {
  /** `fast` by default: its senders pass on what is not theirs. */
  readonly lane?: Lane;
  /** 0 by default; at most 900. */
  readonly afterSeconds?: number;
  /** The endpoints with new rows, if known: a sender in this process need not look for them. */
  readonly to?: readonly Id<"endpoint">[];
}

/** Returns how many of them could not be sent; it never throws. */
export type Wake = (wakeUps: readonly WakeUp[]) => Promise<number>;

/** A sender's announcement that its lane need not be woken. */
export interface Awake {
  /** To be called now and then, by a sender that will look again before the announcement expires. */
  readonly announce: () => Promise<void>;
  /** To be called before the last look. */
  readonly withdraw: () => Promise<void>;
  /** How it is told about new rows at once; otherwise it finds them by looking. */
  readonly standBy?: StandBy<Claimed, QueueName, Due>;
}

/** One for each lane and second, so that a burst of events or failures is no burst of messages and senders. */
export function withoutDoubles(wakeUps: readonly WakeUp[]): WakeUp[] {
  const keyOf = ({ lane = "fast", afterSeconds = 0 }: WakeUp) => `${lane} ${afterSeconds}`;
  return [...new Map(wakeUps.map((wakeUp) => [keyOf(wakeUp), wakeUp])).values()];
}
