import type { Id } from "#core/contract/fields";
import type { StandBy } from "#core/work/loop";
import type { Due } from "./delivery-lease.ts";
import type { Lane } from "./webhook.table.ts";

/**
 * Tells senders that their lane has, or will have, something due. One sender sends whatever that is, to all endpoints. The
 * rows are the truth: a lost, doubled or late one changes nothing.
 */
export interface WakeUp {
  /** `fast` when nothing is said: its senders hand on what is not theirs. */
  readonly lane?: Lane;
  /** 0 when nothing is said; at most 900. */
  readonly afterSeconds?: number;
  /** Whose new rows they are, where that is known: a sender in this process need not look for them. */
  readonly to?: readonly Id<"endpoint">[];
}

/** How many of them could not be sent; it never throws. */
export type Wake = (wakeUps: readonly WakeUp[]) => Promise<number>;

/** A sender's word that nobody has to wake its lane. */
export interface Awake {
  /** To be said after a look, by whoever will look again within the time of its word. */
  readonly say: () => Promise<void>;
  /** To be said before the last look. */
  readonly takeBack: () => Promise<void>;
  /** How it hears at once of what is new; without, by its own looks. */
  readonly standBy?: StandBy<Due>;
}

/** One for each lane and second: a burst of events or failures is not a burst of messages and of senders. */
export function withoutDoubles(wakeUps: readonly WakeUp[]): WakeUp[] {
  const keyOf = ({ lane = "fast", afterSeconds = 0 }: WakeUp) => `${lane} ${afterSeconds}`;
  return [...new Map(wakeUps.map((wakeUp) => [keyOf(wakeUp), wakeUp])).values()];
}
