import type { KeyObject } from "node:crypto";
import { traced, traceparent } from "#core/trace/trace";
import type { Claimed, Outcome } from "./delivery-lease.ts";
import { type Answer, post } from "./post.ts";
import { keyIn, signatureOf } from "./sign.ts";

/** Sends one claimed delivery. It never throws: a failure is an outcome. */
export async function attempt(claimed: Claimed, withinMs?: number): Promise<Outcome> {
  const began = performance.now();
  const { status, error } = await answerTo(claimed, withinMs);
  return { of: claimed, status, error, ms: Math.round(performance.now() - began) };
}

async function answerTo(claimed: Claimed, withinMs?: number): Promise<Answer> {
  let key: KeyObject;
  try {
    key = keyIn(claimed.secret, claimed.endpointId);
  } catch {
    return { status: null, error: "secret_unreadable" };
  }
  const url = URL.parse(claimed.url);
  if (!url) return { status: null, error: "invalid_request" };
  const body = Buffer.from(claimed.body);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Quartermaster-Webhooks/1",
    "x-service-signature": signatureOf(key, body),
    "x-service-event": claimed.eventName,
    "x-service-delivery": claimed.id,
    ...authorizationOf(url),
  };
  const step = { name: "POST webhook", kind: "client", parent: claimed.traceparent } as const;
  return traced({ ...step, attributes: { "server.address": url.hostname } }, async (note) => {
    const traceparentHere = traceparent();
    const given = traceparentHere === null ? headers : { ...headers, traceparent: traceparentHere };
    const answer = await post(url, given, body, withinMs);
    note(answer.error === null ? {} : { "error.type": answer.error });
    if (answer.status !== null) note({ "http.response.status_code": answer.status });
    return answer;
  });
}

/** `https://user:pass@host/` is sent as Basic authorization, as every HTTP client does. */
function authorizationOf({ username, password }: URL): { authorization?: string } {
  if (!username && !password) return {};
  const text = `${unescaped(username)}:${unescaped(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString("base64")}` };
}

/** A stray `%` is left as it is. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
