/** Where requests to the outside may not go. Asked at connect, of the very address that is connected to. */
import { BlockList, isIP } from "node:net";
import { optional } from "#core/environment";

/** Link-local networks, where clouds keep their metadata, and the places outside them where some do. */
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
  "100::/64",
  "2001::/32",
  "2001:db8::/32",
  "64:ff9b:1::/48",
];

/** Networks reach an IPv4 address by these IPv6 names too: compatible, NAT64 and 6to4. Mapped ones Node sees through by itself. */
const v6Of = (address: string, bits: number): [string, number][] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return [
    [`::${address}`, 96 + bits],
    [`64:ff9b::${address}`, 96 + bits],
    [`2002:${hex}::`, 16 + bits],
  ];
};

function listOf(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList();
  const parted = (network: string): [string, number] => {
    const [address = "", bits = ""] = network.split("/");
    return [address, Number(bits)];
  };
  for (const [address, bits] of v4.map(parted)) {
    list.addSubnet(address, bits, "ipv4");
    for (const [mapped, mappedBits] of v6Of(address, bits)) list.addSubnet(mapped, mappedBits, "ipv6");
  }
  for (const [address, bits] of v6.map(parted)) list.addSubnet(address, bits, "ipv6");
  return list;
}

/** The variable of the environment that narrows where one part of the program may go. */
export type EgressVariable = "WEBHOOK_EGRESS" | "PROVIDER_EGRESS";

/**
 * Only "public" keeps requests away from private addresses, and nothing says that they are not.
 * @throws a sentence for any other value: a typing error would switch the protection off and tell nobody.
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

/** The list for how this process is configured: the variable, and on Lambda its own runtime's address. */
function forbidden(variable: EgressVariable): BlockList {
  const narrowed = onlyPublic(variable);
  const runtime = optional("AWS_LAMBDA_RUNTIME_API")?.replace(/:\d+$/, "");
  const key = `${narrowed} ${runtime}`;
  const known = lists.get(key);
  if (known) return known;
  const v4 = [...neverV4, ...(narrowed ? privateV4 : [])];
  const v6 = [...neverV6, ...(narrowed ? privateV6 : [])];
  // Nobody's server listens inside our own Lambda, so its whole loopback goes with the runtime's address.
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
  return family !== 0 && !forbidden(variable).check(address, family === 6 ? "ipv6" : "ipv4");
}

export class RefusedAddress extends Error {
  readonly code = "ERR_REFUSED_ADDRESS";
}
