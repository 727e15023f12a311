import { setTimeout as pause } from "node:timers/promises";
import { hmacHex } from "#core/provider/inbound";

/** The shop only stores an event, and processes it later. */
const timeoutMs = 10_000;

interface Told {
  readonly body: string;
  /** The name of the header with the signature. */
  readonly header: string;
  readonly secret: string;
  readonly stopping: AbortSignal;
}

/**
 * Sends the shop an event, signed now: a signature is valid for minutes only.
 * @returns whether the shop has acknowledged it. Without an answer in time it is to be sent again.
 */
export async function tellShop(address: string, { body, header, secret, stopping }: Told): Promise<boolean> {
  const time = Math.floor(Date.now() / 1_000);
  const headers = { "content-type": "application/json", [header]: `t=${time},v1=${hmacHex(secret, `${time}.`, body)}` };
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  try {
    const { ok } = await fetch(address, { method: "POST", headers, body, signal, redirect: "manual" });
    return ok;
  } catch {
    return false;
  }
}

/** Ends early, without an error, once the provider stops. */
export async function pauseUnless(stopping: AbortSignal, ms: number): Promise<void> {
  await pause(ms, undefined, { signal: stopping }).catch((error: unknown) => {
    if (!stopping.aborted) throw error;
  });
}
