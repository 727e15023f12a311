import type { Family } from "#core/provider/adapter";
import type { Carrier } from "./carriers/carrier.ts";
import { carrierAtWebhook, carrierOf, isCarrierCode, offeredCarriers } from "./carriers/index.ts";

/** The carriers as providers. A carrier that is no longer offered can still settle its open calls. */
export const carriers: Family<Carrier> = {
  kind: "carrier",
  get codes() {
    return offeredCarriers();
  },
  codeAt: carrierAtWebhook,
  load: async (code) => (isCarrierCode(code) ? await carrierOf(code) : undefined),
};

/** The carrier's public page for a number; null if it has none. */
export async function trackingPage(carrier: string, trackingNumber: string | null): Promise<string | null> {
  if (trackingNumber === null) return null;
  return (await carriers.load(carrier))?.trackingUrl(trackingNumber) ?? null;
}
