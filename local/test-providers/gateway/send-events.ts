import { setTimeout as pause } from "node:timers/promises";
import { log } from "#core/log";
import { hmacHex } from "#core/provider/inbound";
import type { KeptBooks } from "../kept-books.ts";
import { type Books, removeOld, type Waiting } from "./books.ts";

/** The wait after the first failed attempt; it doubles each time. */
const firstWaitMs = 1_000;
const waitMsMax = 60_000;
/** The shop only stores an event, and processes it later. */
const timeoutMs = 10_000;

export interface Teller {
  /** Starts sending new events. */
  readonly look: () => void;
  /** Events that have not arrived are sent after the next start. */
  readonly stop: () => Promise<void>;
}

/** Sends each event until the shop acknowledges it, for a day. They may arrive in any order, and twice. */
export function sendEvents({ books, save }: KeptBooks<Books>, address: string): Teller {
  const stopping = new AbortController();
  const { signal } = stopping;
  const underWay = new Map<string, Promise<void>>();

  const tell = async (event: Waiting) => {
    for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, waitMsMax)) {
      removeOld(books, new Date());
      if (!books.waiting.includes(event)) return;
      if (await hasArrived(address, event, books.webhookSecret, signal)) {
        books.waiting = books.waiting.filter((one) => one !== event);
        return await save();
      }
      await pause(waitMs, undefined, { signal }).catch(ifAborted);
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
      stopping.abort();
      await Promise.all(underWay.values());
    },
  };
}

/** Signed again for each attempt: a signature is valid for minutes only. */
async function hasArrived(address: string, { body }: Waiting, secret: string, stopping: AbortSignal): Promise<boolean> {
  const time = Math.floor(Date.now() / 1_000);
  const signature = `t=${time},v1=${hmacHex(secret, `${time}.`, body)}`;
  const headers = { "content-type": "application/json", "test-gateway-signature": signature };
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  try {
    const { ok } = await fetch(address, { method: "POST", headers, body, signal, redirect: "manual" });
    return ok;
  } catch {
    // No answer, or not in time: sent again.
    return false;
  }
}

function ifAborted(error: unknown): void {
  if (!(error instanceof Error && error.name === "AbortError")) throw error;
}
