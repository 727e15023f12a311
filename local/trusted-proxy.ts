/** Who is at the other end, where proxies stand between them and us: only a proxy that we know of is believed. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { optional } from "#core/environment";

interface Client {
  readonly address: string;
  /** What they speak with the first proxy; with us, where there is none. */
  readonly scheme: "http" | "https";
}

/** More than one after another would be strange; more than this is a typing error. */
const hopsMax = 10;

/**
 * Reads `TRUST_PROXY`: how many proxies stand in front, such as `1`, or their addresses and networks with commas between,
 * such as `10.0.0.0/8,fd00::/8`. Left out, none is believed.
 * @throws a sentence for any other value: everybody would be taken for the proxy, or could say who they are.
 */
export function trustedProxy(given = optional("TRUST_PROXY")): (request: IncomingMessage) => Client {
  const trusts = trustIn(given ?? "0");
  return ({ headersDistinct, socket }) => {
    const connection = plain(socket.remoteAddress ?? "");
    // Each proxy writes behind what it was sent whom it was sent it by.
    const said = (headersDistinct["x-forwarded-for"] ?? []).join(",").split(",").toReversed();
    let address = connection;
    for (const [hop, entry] of said.entries()) {
      const before = trusts(address, hop) ? addressIn(entry) : undefined;
      if (before === undefined) break;
      address = before;
    }
    const scheme = trusts(connection, 0) && /^https\b/i.test(headersDistinct["x-forwarded-proto"]?.[0] ?? "");
    return { address, scheme: scheme ? "https" : "http" };
  };
}

/** Whether somebody at that address, so many proxies away from us, is one of our proxies. */
function trustIn(given: string): (address: string, hop: number) => boolean {
  if (/^\d+$/.test(given) && Number(given) <= hopsMax) return (_, hop) => hop < Number(given);
  const list = new BlockList();
  for (const network of given.split(",")) {
    const [, address = "", bits] = /^\s*([\da-f.:]+)(?:\/(\d{1,3}))?\s*$/i.exec(network) ?? [];
    const family = isIP(address);
    const most = family === 6 ? 128 : 32;
    if (family === 0 || Number(bits ?? most) > most) {
      throw new Error(
        `TRUST_PROXY is "${given}": give how many proxies stand in front (1), or their networks (10.0.0.0/8,fd00::/8).`,
      );
    }
    list.addSubnet(address, Number(bits ?? most), family === 6 ? "ipv6" : "ipv4");
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** An IPv4 address as itself, where a socket takes both kinds. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, "");

/** `192.0.2.1`, `192.0.2.1:80` and `[2001:db8::1]:80` are written by proxies, and so are words that are no address. */
function addressIn(entry: string): string | undefined {
  const [, bracketed, withPort, other] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+|(.*))$/.exec(entry.trim()) ?? [];
  const address = plain(bracketed ?? withPort ?? other ?? "");
  return isIP(address) === 0 ? undefined : address;
}
