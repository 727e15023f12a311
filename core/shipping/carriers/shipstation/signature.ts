/** Verifies that a webhook is ShipStation's: RSA over the time and the body, with one of its published keys. */
import { createPublicKey, verify } from "node:crypto";
import * as z from "zod";
import type { Http } from "#core/provider/http";
import type { Inbound } from "#core/provider/inbound";
import { Ended, later } from "#core/provider/outcome";
import { timeIn } from "../words.ts";
import { keysAt, type ShipStationSettings } from "./api.ts";

export const keeps = [
  "x-shipengine-rsa-sha256-key-id",
  "x-shipengine-rsa-sha256-signature",
  "x-shipengine-timestamp",
] as const;

/** Older webhooks count as replays; the same limit applies to the future, because clocks differ. */
const toleranceMs = 300_000;

/** The checks that need no keys: that it is signed, and recent. */
export function isTimely({ headers, at }: Inbound): boolean {
  const [keyId, signature, time] = keeps.map((name) => headers[name] ?? "");
  const signedAt = timeIn(time);
  return !!keyId && !!signature && !!signedAt && Math.abs(at.getTime() - signedAt.getTime()) <= toleranceMs;
}

const Keys = z.object({
  keys: z.array(z.object({ kid: z.string(), kty: z.literal("RSA"), n: z.string(), e: z.string() })),
});
const daySeconds = 24 * 3_600;

/** Fetches the keys once a day, and again for an unknown key, because keys are rotated. */
export async function isSigned(http: Http, given: ShipStationSettings, { headers, body }: Inbound): Promise<boolean> {
  const [keyId = "", signature = "", time = ""] = keeps.map((name) => headers[name]);
  const url = keysAt(given);
  const read = async () => {
    const text = await http.remember(url, () => keysText(http, url));
    return Keys.parse(JSON.parse(text)).keys.find(({ kid }) => kid === keyId);
  };
  let known = await read();
  if (!known) {
    await http.forget(url);
    known = await read();
  }
  if (!known) return false;
  const key = createPublicKey({ key: { kty: known.kty, n: known.n, e: known.e }, format: "jwk" });
  const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
  return verify("sha256", signed, key, Buffer.from(signature, "base64"));
}

async function keysText(http: Http, url: string) {
  const answer = await http.send({ method: "GET", url });
  if (answer.status !== 200) throw new Ended(later(`Its keys could not be read: ${answer.status}.`));
  return { text: JSON.stringify(answer.as(Keys)), forSeconds: daySeconds };
}
