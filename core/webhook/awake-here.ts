/**
 * Senders that stay awake in the very process that writes the rows, as on one machine: whoever has written some tells
 * them whose they are, and nobody sends or receives a message. The protocol is `awake.ts`'s: rows first, then the question who is awake.
 */
import type { Id } from "#core/contract/fields";
import type { Due } from "./delivery-lease.ts";
import type { Awake } from "./wake.ts";
import type { Lane } from "./webhook.table.ts";

/** How long a sender's word is good: it looks more often than that, and one without room lets it run out. */
const wordMs = 500;
/** So long a sender that has nothing to do waits for more, where waiting costs nothing. */
const standByMs = 1_000;

interface Sender {
  untilMs: number;
  tell: (news: readonly Due[]) => void;
}

const senders = new Map<Lane, Sender>();
let resident = false;

/** For a host that runs for years: its senders wait a second for more before they end. On Lambda that would be paid for. */
export function stayAwakeHere(): void {
  resident = true;
}

/** What makes a sender known here; nothing where it does not pay, or where another of its lane is. */
export function awakeHere(lane: Lane): Awake | undefined {
  if (!resident || isAwake(senders.get(lane))) return undefined;
  const sender: Sender = { untilMs: Number.NEGATIVE_INFINITY, tell: () => {} };
  return {
    standBy: { withinMs: standByMs, listen: (tell) => (sender.tell = tell) },
    say: async () => {
      const known = senders.get(lane);
      if (known !== sender && isAwake(known)) return;
      senders.set(lane, sender);
      sender.untilMs = performance.now() + wordMs;
    },
    takeBack: async () => {
      if (senders.get(lane) === sender) senders.delete(lane);
    },
  };
}

/** Tells the sender of this lane of endpoints that have got new rows. Whether there is one, with room for more. */
export function tellHere(lane: Lane, endpointIds: readonly Id<"endpoint">[]): boolean {
  const sender = senders.get(lane);
  if (!isAwake(sender)) return false;
  sender.tell(endpointIds.map((endpointId) => ({ endpointId, turn: "first", lane })));
  return true;
}

const isAwake = (sender: Sender | undefined): sender is Sender =>
  sender !== undefined && sender.untilMs > performance.now();
