/** Connections to external servers: each address is checked before connecting to it. */
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { buildConnector } from "undici";
import { type EgressVariable, mayConnectTo, RefusedAddress } from "./guard.ts";
import { resolve } from "./resolve.ts";

/**
 * How long a connection to one of a name's addresses may take before the next is tried. Node's own quarter of a second
 * is too short for a server on another continent; this leaves time for a lost packet too, which is sent again after a
 * second. It is less than what makes a receiver slow: one with a dead address keeps its place.
 */
export const perAddressMs = 1_500;

/**
 * The connector for an undici `Agent`. It resolves a name and checks its addresses in one step, so that a second answer
 * of the name server cannot differ; a literal address has no lookup and is checked directly.
 *
 * @param timeoutMs the time limit for establishing a connection.
 */
export function guardedConnect(variable: EgressVariable, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    autoSelectFamilyAttemptTimeout: perAddressMs,
    lookup: guardedLookup(variable),
    // The default, made explicit: no environment variable can turn the checks off.
    rejectUnauthorized: true,
  });
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) && !mayConnectTo(host, variable)) return done(new RefusedAddress(host), null);
    return connect(options, done);
  };
}

export const guardedLookup =
  (variable: EgressVariable): LookupFunction =>
  (hostname, options, found) => {
    resolve(hostname).then(
      (addresses) => {
        // One forbidden address is enough: a name with both kinds is an attempt to get through.
        if (addresses.some(({ address }) => !mayConnectTo(address, variable))) {
          return found(new RefusedAddress(hostname), []);
        }
        const [first] = addresses;
        if (!first) return found(Object.assign(new Error(hostname), { code: "ENOTFOUND" }), []);
        if (options.all) found(null, addresses);
        else found(null, first.address, first.family);
      },
      (error) => found(error, []),
    );
  };
