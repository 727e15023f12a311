import type { Id } from "#core/contract/fields";
import type { Lane } from "./webhook.table.ts";

/** Tells senders that an endpoint has, or will have, something due. The rows are the truth: a lost, doubled or late one changes nothing. */
export interface WakeUp {
  readonly endpointId: Id<"endpoint">;
  /** `fast` when nothing is said: its senders hand on what is not theirs. */
  readonly lane?: Lane;
  /** 0 when nothing is said; at most 900. */
  readonly afterSeconds?: number;
}

/** How many of them could not be sent; it never throws. */
export type Wake = (wakeUps: readonly WakeUp[]) => Promise<number>;

/** One for each endpoint, lane and second: a burst of failures is not a burst of messages. */
export function withoutDoubles(wakeUps: readonly WakeUp[]): WakeUp[] {
  const keyOf = ({ endpointId, lane = "fast", afterSeconds = 0 }: WakeUp) => `${endpointId} ${lane} ${afterSeconds}`;
  return [...new Map(wakeUps.map((wakeUp) => [keyOf(wakeUp), wakeUp])).values()];
}
