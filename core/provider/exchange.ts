/** One request to a provider and its answer: bounded in time and in bytes, and sure about what was never sent. */
import { Agent, type Dispatcher } from "undici";
import { guardedConnect } from "#core/net/connect";
import { type NetFailure, netFailureOf } from "#core/net/failure";

export interface Sent {
  readonly method: Dispatcher.HttpMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface Came {
  /** Null when there was no answer at all. */
  readonly status: number | null;
  /** By lower-case name; what came several times stands joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** So much of the body as came. */
  readonly bytes: Buffer;
  /** Why the answer is not whole; null when it is. */
  readonly failure: NetFailure | "too_large" | null;
  /** Whether a byte of the request may have left this machine. */
  readonly maybeSent: boolean;
}

/** No label, list or receipt is larger. */
const answerBytesMax = 1024 * 1024;
const headerBytesMax = 32 * 1024;
/** Nobody accepts a connection later than that and is still worth waiting for. */
const connectMs = 20_000;

/** A pool of connections for each origin; providers' own names, so no stranger's answer ever comes on them. */
const agent = new Agent({
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: headerBytesMax,
  // The one deadline below bounds everything; these would each begin anew with every byte.
  headersTimeout: 0,
  bodyTimeout: 0,
  // Short: a server that closes an idle connection while a request is on its way leaves an outcome that nobody knows.
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 30_000,
  connect: guardedConnect("PROVIDER_EGRESS", connectMs),
});

/** Sends, never follows, never inflates, never repeats, and always answers within `withinMs`, names and handshakes included. */
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
          // Called when there is a connection, just before the first byte: a request whose time is over must not go out after all.
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
