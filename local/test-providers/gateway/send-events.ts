import { log } from "#core/log";
import type { KeptBooks } from "../kept-books.ts";
import { pauseUnless, tellShop } from "../tell-shop.ts";
import { type Books, removeOld, type Waiting } from "./books.ts";

/** The wait after the first failed attempt; it doubles each time. */
const firstWaitMs = 1_000;
const waitMsMax = 60_000;

export interface Teller {
  /** Starts sending new events. */
  readonly look: () => void;
  /** Events that have not arrived are sent after the next start. */
  readonly stop: () => Promise<void>;
}

/** Sends each event until the shop acknowledges it, for a day. They may arrive in any order, and twice. */
export function sendEvents({ books, save }: KeptBooks<Books>, address: string): Teller {
  const stop = new AbortController();
  const stopping = stop.signal;
  const underWay = new Map<string, Promise<void>>();

  const tell = async (event: Waiting) => {
    for (let waitMs = firstWaitMs; !stopping.aborted; waitMs = Math.min(waitMs * 2, waitMsMax)) {
      removeOld(books, new Date());
      if (!books.waiting.includes(event)) return;
      const told = { body: event.body, header: "test-gateway-signature", secret: books.webhookSecret, stopping };
      if (await tellShop(address, told)) {
        books.waiting = books.waiting.filter((one) => one !== event);
        return await save();
      }
      await pauseUnless(stopping, waitMs);
    }
  };

  return {
    look: () => {
      for (const event of books.waiting) {
        if (underWay.has(event.id)) continue;
        underWay.set(
          event.id,
          tell(event)
            .catch((error: unknown) => log.error("the shop was not told", { error }))
            .finally(() => underWay.delete(event.id)),
        );
      }
    },
    stop: async () => {
      stop.abort();
      await Promise.all(underWay.values());
    },
  };
}
