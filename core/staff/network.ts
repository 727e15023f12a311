import { isIP } from "node:net";
import { beginsWith, bytesOfV6, mapped } from "#core/ip";

/**
 * What counts as one place in the network: an IPv4 address, or of an IPv6 address the /64, for one customer of a provider
 * has all of it. An IPv4 address in its IPv6 form is the same place.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const bytes = bytesOfV6(address);
  if (beginsWith(bytes, mapped)) return bytes.slice(12).join(".");
  const groups = [0, 2, 4, 6].map((at) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}
