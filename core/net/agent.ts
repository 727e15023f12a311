import { Agent } from "undici";
import { guardedConnect } from "./connect.ts";
import type { EgressVariable } from "./guard.ts";

interface Limits {
  /** Of a response's headers, in bytes. */
  readonly headerBytesMax: number;
  /** For establishing a connection. */
  readonly connectMs: number;
}

/**
 * A connection pool per origin, for requests that each have one deadline of their own: undici's timeouts would restart
 * with every byte. Addresses are checked before connecting. A connection has only one request under way, so an answer
 * is never taken for that of another.
 */
export const guardedAgent = (variable: EgressVariable, { headerBytesMax, connectMs }: Limits): Agent =>
  new Agent({
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: headerBytesMax,
    headersTimeout: 0,
    bodyTimeout: 0,
    // Short: if a server closes an idle connection while a request is being sent, its outcome is unknown.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
    connect: guardedConnect(variable, connectMs),
  });
