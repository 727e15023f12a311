import { log } from "#core/log";
import type { KeptBooks } from "../kept-books.ts";
import { pauseUnless, tellShop } from "../tell-shop.ts";
import { type Books, eventsOf, type Label } from "./books.ts";

/** How often it checks for new events. */
const everyMs = 5_000;

/** Sends the shop each parcel's events until it acknowledges them. */
export function sendEvents({ books, save }: KeptBooks<Books>, address: string): { readonly stop: () => Promise<void> } {
  const stop = new AbortController();
  const stopping = stop.signal;

  const look = async () => {
    for (const label of books.labels) {
      const events = eventsOf(label, new Date());
      if (events.length <= label.told || label.voidedAt !== null) continue;
      const told = {
        body: bodyOf(label, events),
        header: "test-carrier-signature",
        secret: books.webhookSecret,
        stopping,
      };
      if (!(await tellShop(address, told))) return;
      label.told = events.length;
      await save();
    }
  };
  const run = async () => {
    while (!stopping.aborted) {
      await look().catch((error: unknown) => log.error("the shop was not told", { error }));
      await pauseUnless(stopping, everyMs);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}

const bodyOf = ({ id, reference, trackingNumber }: Label, events: ReturnType<typeof eventsOf>): string =>
  JSON.stringify({ id: `${id}/${events.length}`, at: new Date(), reference, trackingNumber, events });
