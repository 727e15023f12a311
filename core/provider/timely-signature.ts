import { hmacHex, type Inbound, sameText } from "./inbound.ts";

/** Older webhooks count as replays; the same limit applies to the future, because clocks differ. */
const toleranceSeconds = 300;

/**
 * Whether a header `t=<unix seconds>,v1=<hex>[,v1=<hex>]` contains a current signature of `<t>.<body>`. Any matching
 * `v1` is enough, because there are several while a secret is being replaced; other schemes are ignored.
 */
export function isTimelySigned({ headers, body, at }: Inbound, header: string, secret: string): boolean {
  const parts = (headers[header] ?? "").split(",").map((part) => part.trim().split("=", 2));
  const time = parts.find(([scheme]) => scheme === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(at.getTime() / 1_000 - Number(time)) > toleranceSeconds) return false;
  const expected = hmacHex(secret, `${time}.`, body);
  return parts.some(([scheme, signature = ""]) => scheme === "v1" && sameText(signature, expected));
}
