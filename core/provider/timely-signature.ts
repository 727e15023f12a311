import { hmacHex, type Inbound, sameText } from "./inbound.ts";

/** Older than that is somebody sending again what was sent before; as much in the other direction, for clocks that differ. */
const toleranceSeconds = 300;

/**
 * Whether a header of the form `t=<unix seconds>,v1=<hex>[,v1=<hex>]` holds a signature of `<t>.<body>` that is not stale.
 * Any `v1` that fits will do, for there are several while a secret is being replaced; other schemes count for nothing.
 */
export function isTimelySigned({ headers, body, at }: Inbound, header: string, secret: string): boolean {
  const parts = (headers[header] ?? "").split(",").map((part) => part.trim().split("=", 2));
  const time = parts.find(([scheme]) => scheme === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(at.getTime() / 1_000 - Number(time)) > toleranceSeconds) return false;
  const expected = hmacHex(secret, `${time}.`, body);
  return parts.some(([scheme, signature = ""]) => scheme === "v1" && sameText(signature, expected));
}
