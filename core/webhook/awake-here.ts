/**
 * Senders that stay awake in the same process that writes the rows, as on one machine: the writer tells them which
 * endpoints have new rows, without any message. The protocol is that of `awake.ts`: rows first, then the check who is
 * awake. A sender with room gets the rows themselves, claimed by the statement that writes them.
 */
import type { Id } from "#core/contract/kit/fields";
import type { Listener } from "#core/work/loop";
import type { Offer } from "#core/work/offer";
import type { Claimed, Due, QueueName } from "./delivery-lease.ts";
import type { Awake } from "./wake.ts";
import type { Lane } from "./webhook.table.ts";

/** How long a sender counts as awake: it looks more often than that, and lets it expire if it has no room. */
const announcedMs = 500;
/** How long an idle sender waits for more, where waiting costs nothing. */
const standByMs = 1_000;

interface Sender {
  untilMs: number;
  listener?: Listener<Claimed, QueueName, Due>;
}

const senders = new Map<Lane, Sender>();
let resident = false;

/** For a long-running host: its senders wait a second for more before they end. On Lambda waiting would cost money. */
export function stayAwakeHere(): void {
  resident = true;
}

/** Makes a sender known here; undefined where that does not pay, or if its lane already has a sender awake. */
export function awakeHere(lane: Lane): Awake | undefined {
  if (!resident || isAwake(senders.get(lane))) return undefined;
  const sender: Sender = { untilMs: Number.NEGATIVE_INFINITY };
  return {
    standBy: { withinMs: standByMs, listen: (listener) => (sender.listener = listener) },
    announce: async () => {
      const known = senders.get(lane);
      if (known !== sender && isAwake(known)) return;
      senders.set(lane, sender);
      sender.untilMs = performance.now() + announcedMs;
    },
    withdraw: async () => {
      if (senders.get(lane) === sender) senders.delete(lane);
    },
  };
}

/** Tells this lane's sender about endpoints with new rows. @returns whether there is one with room for more. */
export function tellHere(lane: Lane, endpointIds: readonly Id<"endpoint">[]): boolean {
  const sender = senders.get(lane);
  if (!isAwake(sender)) return false;
  sender.listener?.tell(endpointIds.map((endpointId) => ({ endpointId, turn: "first", lane })));
  return true;
}

/**
 * What this lane's sender would take of new rows. One that has no room for some endpoint counts as awake no longer, but
 * takes rows of others until it ends.
 */
export const offerHere = (lane: Lane): Offer<Claimed, QueueName> | undefined => senders.get(lane)?.listener?.offer();

const isAwake = (sender: Sender | undefined): sender is Sender =>
  sender !== undefined && sender.untilMs > performance.now();
