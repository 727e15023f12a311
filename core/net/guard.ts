/** The addresses that outgoing requests may not reach. Checked at connect, for the very address that is used. */
import { BlockList, isIP } from "node:net";
import { optional } from "#core/environment";
import { beginsWith, bytesOfV6 } from "#core/ip";

/** Link-local networks, where clouds have their metadata service, and other addresses where some have it. */
const neverV4 = ["169.254.0.0/16", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.192/32"];
const neverV6 = ["fe80::/10", "fd00:ec2::/32", "fd20:ce::/32"];

/** Everything that is not a public address. */
const privateV4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24"],
  ...["192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
];
const privateV6 = [
  "::/128",
  "::1/128",
  "fc00::/7",
  "fec0::/10",
  "ff00::/8",
  "100::/63",
  "2001::/32",
  "2001:2::/48",
  "2001:10::/28",
  "2001:db8::/32",
  "3fff::/20",
  "5f00::/16",
  "64:ff9b:1::/48",
];

/**
 * The IPv4 addresses that an IPv6 address may lead to through any gateway that extracts one from it. Node itself
 * handles mapped ones (`::ffff:0:0/96`).
 */
function embeddedIn(address: string): string[] {
  const bytes = bytesOfV6(address);
  const at = (...places: readonly number[]) => places.map((place) => bytes[place] ?? 0).join(".");
  const last = at(12, 13, 14, 15);
  const leads: readonly (readonly [isSo: boolean, addresses: readonly string[]])[] = [
    // IPv4-compatible (::/96), translated (::ffff:0:0:0/96), and NAT64 with its well-known prefix.
    [beginsWith(bytes, Array(12).fill(0)), [last]],
    [beginsWith(bytes, [...Array<number>(8).fill(0), 0xff, 0xff, 0, 0]), [last]],
    [beginsWith(bytes, [0, 0x64, 0xff, 0x9b, ...Array<number>(8).fill(0)]), [last]],
    // NAT64 with a network-specific prefix, of each length that RFC 6052 allows.
    [beginsWith(bytes, [0, 0x64, 0xff, 0x9b, 0, 1]), [at(6, 7, 9, 10), at(7, 9, 10, 11), at(9, 10, 11, 12), last]],
    // 6to4, and Teredo, which contains its server and, with all bits inverted, its client.
    [beginsWith(bytes, [0x20, 0x02]), [at(2, 3, 4, 5)]],
    [
      beginsWith(bytes, [0x20, 0x01, 0, 0]),
      [
        at(4, 5, 6, 7),
        bytes
          .slice(12)
          .map((byte) => byte ^ 0xff)
          .join("."),
      ],
    ],
    // ISATAP, with any prefix.
    [/^[02]\.0\.94\.254$/.test(at(8, 9, 10, 11)), [last]],
  ];
  return leads.flatMap(([isSo, addresses]) => (isSo ? addresses : []));
}

function listOf(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList();
  const parted = (network: string): [string, number] => {
    const [address = "", bits = ""] = network.split("/");
    return [address, Number(bits)];
  };
  for (const [address, bits] of v4.map(parted)) list.addSubnet(address, bits, "ipv4");
  for (const [address, bits] of v6.map(parted)) list.addSubnet(address, bits, "ipv6");
  return list;
}

/** The environment variables that restrict outgoing requests, each for one part of the program. */
export type EgressVariable = "WEBHOOK_EGRESS" | "PROVIDER_EGRESS";

/**
 * "public" keeps requests away from private addresses; by default they are allowed.
 * @throws a sentence for any other value: a typing error would silently turn the protection off.
 */
export const checkEgress = (variable: EgressVariable): void => void onlyPublic(variable);

function onlyPublic(variable: EgressVariable): boolean {
  const given = optional(variable);
  if (given === undefined || given === "public") return given === "public";
  throw new Error(
    `${variable} is "${given}": set it to public to refuse private addresses, or leave it out to allow them.`,
  );
}

const lists = new Map<string, BlockList>();

/** The forbidden addresses by this process's configuration: the variable and, on Lambda, the runtime's own address. */
function forbidden(variable: EgressVariable): BlockList {
  const narrowed = onlyPublic(variable);
  const runtime = optional("AWS_LAMBDA_RUNTIME_API")?.replace(/:\d+$/, "");
  const key = `${narrowed} ${runtime}`;
  const known = lists.get(key);
  if (known) return known;
  const v4 = [...neverV4, ...(narrowed ? privateV4 : [])];
  const v6 = [...neverV6, ...(narrowed ? privateV6 : [])];
  // No external server listens inside our Lambda, so all of its loopback is forbidden along with the runtime's address.
  if (runtime === "localhost" || runtime?.startsWith("127.")) {
    v4.push("127.0.0.0/8", "0.0.0.0/8");
    v6.push("::1/128", "::/128");
  } else if (runtime && isIP(runtime) === 4) v4.push(`${runtime}/32`);
  const list = listOf(v4, v6);
  lists.set(key, list);
  return list;
}

export function mayConnectTo(address: string, variable: EgressVariable): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const list = forbidden(variable);
  if (family === 4) return !list.check(address, "ipv4");
  return !list.check(address, "ipv6") && !embeddedIn(address).some((inside) => list.check(inside, "ipv4"));
}

export class RefusedAddress extends Error {
  readonly code = "ERR_REFUSED_ADDRESS";
}
