/** One request to a provider and its answer: limited in time and size, and certain about what was never sent. */
import type { Dispatcher } from "undici";
import { guardedAgent } from "#core/net/agent";
import { type NetFailure, netFailureOf } from "#core/net/failure";

export interface Sent {
  readonly method: Dispatcher.HttpMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface Came {
  /** Null if there was no answer at all. */
  readonly status: number | null;
  /** By lower-case name; repeated ones are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The part of the body that arrived. */
  readonly bytes: Buffer;
  /** Why the answer is incomplete; null if it is complete. */
  readonly failure: NetFailure | "too_large" | null;
  /** Whether a byte of the request may have left this machine. */
  readonly maybeSent: boolean;
}

/** No label, list or receipt is larger. */
const answerBytesMax = 1024 * 1024;
const headerBytesMax = 32 * 1024;
/** A server that takes longer to connect is not worth waiting for. */
const connectMs = 20_000;

/** Origins are providers' own hosts, so no other party's answer comes on a connection. */
const agent = guardedAgent("PROVIDER_EGRESS", { headerBytesMax, connectMs });

/**
 * Never follows redirects, decompresses or retries, and always settles within `withinMs`, including DNS and handshakes.
 */
export function exchange({ method, url, headers, body }: Sent, withinMs: number): Promise<Came> {
  return new Promise((answer) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status: number | null = null;
    let received: Readonly<Record<string, string>> = {};
    const chunks: Buffer[] = [];
    let length = 0;
    let over = false;
    const settle = (failure: Came["failure"]) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      answer({
        status,
        headers: received,
        bytes: Buffer.concat(chunks),
        failure,
        maybeSent: controller !== undefined,
      });
    };
    const end = (failure: NonNullable<Came["failure"]>) => {
      settle(failure);
      controller?.abort(new Error(failure));
    };
    const timer = setTimeout(end, withinMs, "timeout");
    try {
      agent.dispatch(
        { origin: url.origin, path: url.pathname + url.search, method, headers, body },
        {
          // Called once connected, just before the first byte: a request that has timed out must not be sent.
          onRequestStart: (started) => {
            if (over) return started.abort(new Error("timeout"));
            controller = started;
          },
          onRequestUpgrade: () => end("invalid_response"),
          onResponseStart: (_, statusCode, fields) => {
            if (statusCode < 200) return;
            status = statusCode;
            received = joined(fields);
          },
          onResponseData: (_, chunk) => {
            length += chunk.length;
            if (length > answerBytesMax) return end("too_large");
            chunks.push(chunk);
          },
          onResponseEnd: () => settle(null),
          onResponseError: (_, error) => settle(netFailureOf(error)),
        },
      );
    } catch (error) {
      settle(netFailureOf(error));
    }
  });
}

const joined = (fields: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), [value].flat().join(", ")]));
