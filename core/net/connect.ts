/** Connections to strangers: each address is looked at before it is connected to. */
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { buildConnector } from "undici";
import { type EgressVariable, mayConnectTo, RefusedAddress } from "./guard.ts";
import { resolve } from "./resolve.ts";

/**
 * What an undici `Agent` connects with. A name is resolved here and its addresses checked, so that no second answer of
 * the name server can be another; an address that is written out has no lookup, and is checked by itself.
 *
 * @param timeoutMs After this a connection that nobody has accepted is given up.
 */
export function guardedConnect(variable: EgressVariable, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    lookup: guardedLookup(variable),
    // Said although it is the default: no variable of the environment turns the checks off.
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
        // One bad address spoils the name: whoever answers with both is trying to get through.
        if (addresses.some(({ address }) => !mayConnectTo(address, variable))) {
          return found(new RefusedAddress(hostname), []);
        }
        const wanted = addresses.filter(({ family }) => !options.family || family === options.family);
        const [first] = wanted;
        if (!first) return found(Object.assign(new Error(hostname), { code: "ENOTFOUND" }), []);
        if (options.all) found(null, wanted);
        else found(null, first.address, first.family);
      },
      (error) => found(error, []),
    );
  };
