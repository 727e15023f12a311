import { connect as connectTo, isIP, type Socket } from "node:net";
import { guardedLookup, perAddressMs } from "#core/net/connect";
import { netFailureOf, sentences } from "#core/net/failure";
import { mayConnectTo, RefusedAddress } from "#core/net/guard";
import { SmtpFailure } from "./failure.ts";

export const connectMs = 10_000;

/** A socket to allowed addresses only: the guard checks the very address that is connected to. */
export function connected(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new SmtpFailure(error, "connect", false));
    // The system's own words are for programmers: "queryA ENOTFOUND mail.exmaple.com".
    const failAs = (error: Error) => fail(new Error(sentences[netFailureOf(error)]));
    if (isIP(host) && !mayConnectTo(host, "PROVIDER_EGRESS")) return failAs(new RefusedAddress(host));
    const lookup = guardedLookup("PROVIDER_EGRESS");
    const socket = connectTo({ host, port, lookup, autoSelectFamilyAttemptTimeout: perAddressMs });
    const timer = setTimeout(() => socket.destroy(new Error("Nothing answers at its address.")), connectMs);
    socket.once("error", (error) => {
      clearTimeout(timer);
      if ("code" in error) failAs(error);
      else fail(error);
    });
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.removeAllListeners("error");
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}
