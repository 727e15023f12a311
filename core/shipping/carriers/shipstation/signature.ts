/** Verifies that a webhook is ShipStation's: RSA over the time and the body, with one of its published keys. */
import { createHash, createPublicKey, verify } from "node:crypto";
import * as z from "zod";
import type { Http } from "#core/provider/http";
import type { Inbound } from "#core/provider/inbound";
import { Ended, later } from "#core/provider/outcome";
import { readableList } from "../readable.ts";
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

/** A short form of it. */
export const signatureOf = ({ headers }: Inbound): string =>
  createHash("sha256")
    .update(headers["x-shipengine-rsa-sha256-signature"] ?? "")
    .digest("base64url");

const Keys = z.object({
  // Keys of another kind sign nothing here.
  keys: readableList(z.object({ kid: z.string(), kty: z.literal("RSA"), n: z.string(), e: z.string() })),
});
const Kept = Keys.extend({ readAt: z.number() });
const daySeconds = 24 * 3_600;

/**
 * For a forgery that names a key nobody has published, they are not fetched each time. An event that is received
 * meanwhile waits, because its key may be newer; for two seconds, too, so that they can be fetched again then.
 */
const freshMs = 2_000;

/**
 * Fetches the keys once a day, and again for an unknown key, because keys are rotated. @throws Ended as later if they
 * cannot be fetched yet.
 */
export async function isSigned(
  http: Http,
  given: ShipStationSettings,
  { headers, body, at }: Inbound,
): Promise<boolean> {
  const [keyId = "", signature = "", time = ""] = keeps.map((name) => headers[name]);
  const url = keysAt(given);
  const kept = () => http.remember(url, () => keysText(http, url));
  let text = await kept();
  if (!keyIn(text, keyId) && readAt(text) < Date.now() - freshMs) {
    await http.forget(url, text);
    text = await kept();
  }
  const known = keyIn(text, keyId);
  if (!known && readAt(text) < at.getTime())
    throw new Ended(later("It may be signed with a key that was published after the keys were last fetched."));
  if (!known) return false;
  const key = createPublicKey({ key: { kty: known.kty, n: known.n, e: known.e }, format: "jwk" });
  const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
  return verify("sha256", signed, key, Buffer.from(signature, "base64"));
}

const keyIn = (text: string, keyId: string) => Kept.parse(JSON.parse(text)).keys.find(({ kid }) => kid === keyId);
const readAt = (text: string): number => Kept.parse(JSON.parse(text)).readAt;

async function keysText(http: Http, url: string) {
  const askedAt = Date.now();
  const answer = await http.send({ method: "GET", url });
  if (answer.status !== 200) throw new Ended(later(`Its keys could not be read: ${answer.status}.`));
  return { text: JSON.stringify({ ...answer.as(Keys), readAt: askedAt }), forSeconds: daySeconds };
}
