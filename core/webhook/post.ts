/** One POST to an untrusted server: limited in time, in bytes, and in where it may go. */
import type { Dispatcher } from "undici";
import { guardedAgent } from "#core/net/agent";
import { netFailureOf } from "#core/net/failure";
import { timeoutMs, timeoutMsMax } from "./backoff.ts";
import type { Failure } from "./failure.ts";

/** The response: its status once there is one, whatever happens to the body afterwards. */
export interface Answer {
  readonly status: number | null;
  readonly error: Failure | null;
}

/** The most that is read of a response's body, which is discarded. */
const answerBytesMax = 64 * 1024;
const headerBytesMax = 16 * 1024;
/** How often deadlines are checked. */
const tickMs = 100;

/** Connections for all senders in this process. */
const agent = guardedAgent("WEBHOOK_EGRESS", {
  headerBytesMax,
  // Each attempt's own deadline always comes first; this closes sockets that never connected.
  connectMs: timeoutMsMax,
});

interface Flight {
  readonly endsAtMs: number;
  readonly end: () => void;
}

/** In the order in which they began, and so in which they end: all have the same timeout. */
const flights = new Set<Flight>();
let ticking: NodeJS.Timeout | undefined;

function endOverdue(): void {
  const now = performance.now();
  for (const flight of flights) {
    if (flight.endsAtMs > now) break;
    flights.delete(flight);
    flight.end();
  }
  if (flights.size === 0) {
    clearInterval(ticking);
    ticking = undefined;
  }
}

/** Sends, never follows, never inflates, and always answers within `withinMs`. */
export function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  withinMs = timeoutMs,
): Promise<Answer> {
  return new Promise((answer) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status: number | null = null;
    let bytes = 0;
    let over = false;
    const settle = (error: Failure | null) => {
      if (over) return;
      over = true;
      flights.delete(flight);
      const decided = status === null ? error : status >= 200 && status < 300 ? null : (`http_${status}` as const);
      answer({ status, error: decided });
    };
    const end = (reason: Failure) => {
      settle(reason);
      controller?.abort(new Error(reason));
    };
    const flight: Flight = { endsAtMs: performance.now() + withinMs, end: () => end("timeout") };
    flights.add(flight);
    ticking ??= setInterval(endOverdue, tickMs);
    try {
      agent.dispatch(
        { origin: url.origin, path: url.pathname + url.search, method: "POST", headers, body },
        {
          // A request whose time ran out while it waited for its connection must not go out after all.
          onRequestStart: (started) => {
            controller = started;
            if (over) started.abort(new Error("timeout"));
          },
          onRequestUpgrade: () => end("invalid_response"),
          onResponseStart: (_, statusCode) => {
            if (statusCode >= 200) status = statusCode;
          },
          onResponseData: (_, chunk) => {
            bytes += chunk.length;
            if (bytes > answerBytesMax) end("invalid_response");
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
