/** The record of an exchange with a provider: without secrets, and short enough to read. */
import { appendFileSync } from "node:fs";
import { optional } from "#core/environment";
import { cleaned, cutTo } from "./clean.ts";
import type { Came, Sent } from "./exchange.ts";
import type { Redact } from "./redact.ts";

export interface Exchange {
  readonly method: string;
  readonly url: string;
  /** Null if there was no answer. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** The bodies, redacted and truncated; empty if there was none. */
  readonly request: string;
  readonly answer: string;
  /** Why there is no complete answer. */
  readonly failure: string | null;
}

const textBytesMax = 8 * 1024;

/** @param secretAnswer whether the answer is a secret, such as an access token, which is not recorded. */
export function exchangeOf(sent: Sent, came: Came, ms: number, redact: Redact, secretAnswer: boolean): Exchange {
  const kept = (text: string) => cutTo(textBytesMax, cleaned(redact(text)));
  const shown = secretAnswer && came.status !== null && came.status < 400 ? "[secret]" : asText(came);
  const record: Exchange = {
    method: sent.method,
    url: cutTo(2_000, cleaned(redact(sent.url.href))),
    status: came.status,
    milliseconds: Math.round(ms),
    request: kept(sent.body?.toString("utf8") ?? ""),
    answer: kept(shown),
    failure: came.failure,
  };
  return record;
}

/** For binary answers such as labels, only the size and type. */
function asText({ bytes, headers }: Came): string {
  const type = headers["content-type"] ?? "";
  const isText = bytes.length === 0 || /json|text|xml|html|urlencoded/.test(type) || type === "";
  return isText ? bytes.toString("utf8") : `(${bytes.length} bytes of ${type})`;
}

/**
 * With `RECORD_EXCHANGES=path`, appends the complete exchange to that file as a line of JSON, so that it can be checked
 * against the provider's API description. For tests only: production never sets it. Secrets are removed here too.
 */
export function recordForTests(provider: string, sent: Sent, came: Came, redact: Redact, secretAnswer: boolean): void {
  const path = optional("RECORD_EXCHANGES");
  if (path === undefined) return;
  const line = {
    provider,
    method: sent.method,
    path: sent.url.pathname,
    query: Object.fromEntries(sent.url.searchParams),
    requestHeaders: { ...sent.headers, ...("authorization" in sent.headers && { authorization: "[secret]" }) },
    ...(sent.body && { requestBody: sent.body.toString("utf8") }),
    ...(came.status !== null && { status: came.status }),
    ...(came.failure === null && !secretAnswer && { responseBody: came.bytes.toString("utf8") }),
  };
  const safe = JSON.stringify(line, (_, value) => (typeof value === "string" ? redact(value) : value));
  appendFileSync(path, `${safe}\n`);
}
