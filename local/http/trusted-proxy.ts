/** The client's address behind proxies: only known proxies are trusted. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { optional } from "#core/environment";

interface Client {
  readonly address: string;
  /** The scheme between the client and the first proxy, or us if there is none. */
  readonly scheme: "http" | "https";
}

/** More proxies than this in a row must be a typing error. */
const hopsMax = 10;

/**
 * Reads `TRUST_PROXY`: the number of proxies in front, such as `1`, or their addresses and networks separated by
 * commas, such as `10.0.0.0/8,fd00::/8`. By default no proxy is trusted.
 * @throws a sentence for any other value: all clients would look like the proxy, or could claim any address.
 */
export function trustedProxy(given = optional("TRUST_PROXY")): (request: IncomingMessage) => Client {
  const trusts = trustIn(given ?? "0");
  return ({ headersDistinct, socket }) => {
    const connection = plain(socket.remoteAddress ?? "");
    // Each proxy appends the address that it got the request from.
    const addresses = (headersDistinct["x-forwarded-for"] ?? []).join(",").split(",").toReversed();
    let address = connection;
    for (const [hop, entry] of addresses.entries()) {
      const before = trusts(address, hop) ? addressIn(entry) : undefined;
      if (before === undefined) break;
      address = before;
    }
    const scheme = trusts(connection, 0) && /^https\b/i.test(headersDistinct["x-forwarded-proto"]?.[0] ?? "");
    return { address, scheme: scheme ? "https" : "http" };
  };
}

/** Whether the address, this many hops away from us, is one of our proxies. */
function trustIn(given: string): (address: string, hop: number) => boolean {
  if (/^\d+$/.test(given) && Number(given) <= hopsMax) return (_, hop) => hop < Number(given);
  const list = new BlockList();
  for (const network of given.split(",")) {
    const [, address = "", bits] = /^\s*([\da-f.:]+)(?:\/(\d{1,3}))?\s*$/i.exec(network) ?? [];
    const family = isIP(address);
    const most = family === 6 ? 128 : 32;
    if (family === 0 || Number(bits ?? most) > most) {
      throw new Error(
        `TRUST_PROXY is "${given}": give the number of proxies in front (1), or their networks (10.0.0.0/8,fd00::/8).`,
      );
    }
    list.addSubnet(address, Number(bits ?? most), family === 6 ? "ipv6" : "ipv4");
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Unwraps an IPv4 address mapped into IPv6, as sockets for both report it. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, "");

/** Proxies write `192.0.2.1`, `192.0.2.1:80` and `[2001:db8::1]:80`, and sometimes words that are not addresses. */
function addressIn(entry: string): string | undefined {
  const [, bracketed, withPort, other] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+|(.*))$/.exec(entry.trim()) ?? [];
  const address = plain(bracketed ?? withPort ?? other ?? "");
  return isIP(address) === 0 ? undefined : address;
}
