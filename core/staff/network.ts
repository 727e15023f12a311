import { isIP } from "node:net";

/**
 * What counts as one place in the network: an IPv4 address, or of an IPv6 address the /64, for one customer of a provider
 * has all of it. An IPv4 address in its IPv6 form is the same place.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  // The only one of many ways to write it, whoever has written it.
  const canonical = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [head = "", tail = ""] = canonical.split("::");
  const [left, right] = [head, tail].map((groups) => groups.split(":").filter(Boolean));
  if (!left || !right) throw new Error("An address has two halves.");
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  const groups = [...left, ...zeros, ...right];
  const isMapped = groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff";
  return isMapped ? groups.slice(6).flatMap(bytesOf).join(".") : groups.slice(0, 4).join(":");
}

const bytesOf = (group: string): number[] => {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
};
