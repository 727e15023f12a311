import { isIP } from "node:net";

/** The 16 bytes of an IPv6 address in any notation, without its zone (`%eth0`). */
export function bytesOfV6(address: string): number[] {
  // The canonical form of the URL standard: no leading zeros, no dots, at most one `::`.
  const canonical = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [left = [], right = []] = canonical.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** Whether bytes begin with others. */
export const beginsWith = (bytes: readonly number[], prefix: readonly number[]): boolean =>
  prefix.every((byte, at) => bytes[at] === byte);

/** `::ffff:0:0/96`: the prefix of IPv4 addresses in IPv6 form. */
const mapped = [...Array<number>(10).fill(0), 0xff, 0xff];

/**
 * What counts as one client network: an IPv4 address, or the /64 of an IPv6 address, because a provider's customer has
 * a whole /64. An IPv4 address in IPv6 form counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const bytes = bytesOfV6(address);
  if (beginsWith(bytes, mapped)) return bytes.slice(12).join(".");
  const groups = [0, 2, 4, 6].map((at) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}
