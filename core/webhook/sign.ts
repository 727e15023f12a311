import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { open } from "#core/secret";

const keptMax = 1000;
const keys = new Map<string, KeyObject>();

/** The key in an endpoint's sealed secret: the whole text, including `whsec_`. Throws if no configured key opens it. */
export function keyIn(sealed: string, endpointId: string): KeyObject {
  const owned = `${endpointId} ${sealed}`;
  const known = keys.get(owned);
  if (known) return known;
  const key = createSecretKey(open(sealed, endpointId), "utf8");
  if (keys.size >= keptMax) keys.clear();
  keys.set(owned, key);
  return key;
}

/** `t=<unix seconds>,v1=<hex>`, where v1 is the HMAC-SHA256 over `<t>.<raw body>`. */
export function signatureOf(key: KeyObject, body: Buffer, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac("sha256", key).update(`${at}.`).update(body).digest("hex")}`;
}
