/** The one way from a screen to the store: an operation and its input, typed by the contract. */
import { takesIfMatch } from "#core/contract/codes";
import { type Answer, type Asked, asSent, type Operation } from "#core/contract/kit";
import type { RefusalCode } from "#core/contract/refusals";
import { forgetAnswers, noteKept } from "./kept.ts";

/** An operation was refused, or failed; its code is `offline` when no answer came. */
export class ApiError extends Error {
  readonly code: RefusalCode | "offline";
  readonly detail: Readonly<Record<string, unknown>>;
  /** The id of this request in the store's log. */
  readonly requestId: string | null;

  constructor(code: RefusalCode | "offline", message: string, detail = {}, requestId: string | null = null) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
  }
}

/** Nothing was decided, so the same request may be sent again. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof ApiError &&
  ["offline", "fault", "service.busy", "service.away", "service.full", "service.notReady", "file.away"].includes(
    error.code,
  );

interface RequestOptions {
  /** The version that the screen shows. The write is refused when it is not the latest. */
  readonly version?: number | undefined;
  /** The idempotency key: a request with the same key takes effect once, however often it is sent. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

declare global {
  /** What `public/boot.js` asks for before the scripts are there, by path and query. */
  var __begun: Map<string, Promise<Response | null>> | undefined;
}

type WaitForSignIn = () => Promise<void>;
let waitForSignIn: WaitForSignIn | null = null;

/** What to wait for when the session has expired: a request that met it is sent again afterwards. */
export function onSessionExpired(wait: WaitForSignIn | null): void {
  waitForSignIn = wait;
}

export async function callApi<Op extends Operation>(
  op: Op,
  input: Asked<Op>,
  options: RequestOptions = {},
): Promise<Answer<Op>> {
  const request = requestFor(op, input, { ...options, key: options.key ?? crypto.randomUUID() });
  try {
    return await send<Op>(op, request, options.signal);
  } catch (error) {
    const mustSignIn = error instanceof ApiError && error.code === "session.required";
    if (mustSignIn) await forgetAnswers();
    if (!mustSignIn || !waitForSignIn) throw error;
    await waitForSignIn();
    return send<Op>(op, request, options.signal);
  }
}

/** How long the store may wait for a provider's answer before it says what is true so far. */
const outcomeWaitSeconds = 10;

interface HttpRequest {
  readonly target: string;
  readonly init: RequestInit;
}

function requestFor(op: Operation, input: object, { version, key }: RequestOptions): HttpRequest {
  const { target, body } = asSent(op, input);
  const headers = new Headers({ accept: op.contentType ?? "application/json" });
  if (body !== null) headers.set("content-type", "application/json");
  // A dry run changes nothing, so it needs no key.
  const changes = op.method !== "GET" && !("dryRun" in input && input.dryRun === true);
  if (changes && key) headers.set("idempotency-key", key);
  if (op.asks) headers.set("prefer", `wait=${outcomeWaitSeconds}`);
  if (takesIfMatch(op) && version !== undefined) headers.set("if-match", `"${version}"`);
  return { target, init: { method: op.method, headers, body } };
}

/** A little more than the 30 s after which the gateway gives up: no answer comes later than that. */
const timeoutMs = 35_000;

async function send<Op extends Operation>(
  op: Op,
  { target, init }: HttpRequest,
  signal?: AbortSignal,
): Promise<Answer<Op>> {
  let response: Response;
  let text: string;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const begun = op.method === "GET" ? await takeBegun(target) : null;
    response =
      begun ??
      (await fetch(target, {
        ...init,
        credentials: "same-origin",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }));
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("offline", "The store cannot be reached.", { timedOut: timeout.aborted });
  }
  if (!response.ok) throw toApiError(text);
  const answer = op.contentType ? text : fromJson(text);
  noteKept(answer, response.headers);
  return answer as Answer<Op>; // what the contract says it answers
}

/** So old an answer may be that the page began to ask for before its scripts were there. */
const begunMsMax = 10_000;

/** The answer that `public/boot.js` has begun to fetch; null when it began none, or it is a refusal: that is asked for again. */
async function takeBegun(target: string): Promise<Response | null> {
  const begun = globalThis.__begun?.get(target);
  globalThis.__begun?.delete(target);
  if (!begun || performance.now() > begunMsMax) return null;
  const response = await begun;
  return response?.ok ? response : null;
}

/** For what a gateway on the way answers in the store's place, whatever its status: nobody knows what was done. */
const unexpected = () => new ApiError("fault", "The store sent an unexpected response.");

function toApiError(text: string): ApiError {
  const error = fromJson(text)?.error;
  if (typeof error?.code !== "string") return unexpected();
  return new ApiError(error.code, error.message, error.detail, error.requestId);
}

/** The page of a hotel's network is not JSON. */
function fromJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected();
  }
}
