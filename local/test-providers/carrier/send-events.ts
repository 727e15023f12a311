import { setTimeout as pause } from "node:timers/promises";
import { log } from "#core/log";
import { hmacHex } from "#core/provider/inbound";
import type { KeptBooks } from "../kept-books.ts";
import { type Books, eventsOf, type Label } from "./books.ts";

/** How often it checks for new events. */
const everyMs = 5_000;
/** The shop only stores an event, and processes it later. */
const timeoutMs = 10_000;

/** Sends the shop each parcel's events until it acknowledges them. */
export function sendEvents({ books, save }: KeptBooks<Books>, address: string): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  const look = async () => {
    for (const label of books.labels) {
      const events = eventsOf(label, new Date());
      if (events.length <= label.told || label.voidedAt !== null) continue;
      if (!(await hasArrived(address, label, events, books.webhookSecret))) return;
      label.told = events.length;
      await save();
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      await look().catch((error: unknown) => log.error("the shop was not told", { error }));
      await pause(everyMs, undefined, { signal }).catch(ifAborted);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function hasArrived(
  address: string,
  { id, reference, trackingNumber }: Label,
  events: ReturnType<typeof eventsOf>,
  secret: string,
): Promise<boolean> {
  const at = new Date();
  const body = JSON.stringify({ id: `${id}/${events.length}`, at, reference, trackingNumber, events });
  const time = Math.floor(at.getTime() / 1_000);
  const signature = `t=${time},v1=${hmacHex(secret, `${time}.`, body)}`;
  const headers = { "content-type": "application/json", "test-carrier-signature": signature };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
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
