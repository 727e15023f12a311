/** The only way from a screen to the store: calls an operation with its input, typed by the contract. */
import { type Answer, type Asked, asSent, type Operation, takesIfMatch } from "#core/contract/kit/operation";
import type { RefusalCode } from "#core/contract/kit/refusals";
import { clearAnswers, noteKept } from "./kept.ts";
import { noteOwnVersion, ownVersion } from "./own-versions.ts";
import { noteRepeat } from "./repeats.ts";

/** `offline`: no answer came. `unexpected`: what came is not the store's answer, but that of a gateway before it. */
type ErrorCode = RefusalCode | "offline" | "unexpected";

/** An operation was refused or failed. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly detail: Readonly<Record<string, unknown>>;
  /** The id of this request in the store's log. */
  readonly requestId: string | null;

  constructor(code: ErrorCode, message: string, detail = {}, requestId: string | null = null) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
  }
}

const retryable: readonly ErrorCode[] = [
  "offline",
  "unexpected",
  "fault",
  "service.busy",
  "service.away",
  "service.full",
  "service.notReady",
  "file.away",
];

/** Nothing was decided, so the same request may be retried. */
export const isRetryable = (error: unknown): boolean => error instanceof ApiError && retryable.includes(error.code);

interface RequestOptions {
  /** The version on screen. The write is refused if it is not the latest. */
  readonly version?: number | undefined;
  /** The idempotency key: requests with the same key take effect only once. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** Called once a sign-in was waited for, which may have taken hours. If it throws, nothing is sent. */
  readonly onSignedIn?: () => void;
}

declare global {
  /** Requests that `public/boot.js` starts before the scripts are loaded, by path and query. */
  var __begun: Map<string, Promise<Response | null>> | undefined;
}

interface SignIn {
  /** Set while someone has to sign in: requests wait for it. */
  readonly signedIn: () => Promise<void> | undefined;
  readonly ask: () => Promise<void>;
}
let signIn: SignIn | null = null;

/** Sets whom to ask when the session has expired; affected requests are sent again afterwards. */
export function onSessionExpired(how: SignIn | null): void {
  signIn = how;
}

export async function callApi<Op extends Operation>(
  op: Op,
  input: Asked<Op>,
  options: RequestOptions = {},
): Promise<Answer<Op>> {
  const { key = crypto.randomUUID() } = options;
  const version = ownVersion(input, options.version);
  const request = requestFor(op, input, { version, key });
  const answer = await sendSignedIn<Op>(op, request, options);
  noteOwnVersion(input, version, answer);
  return answer;
}

async function sendSignedIn<Op extends Operation>(
  op: Op,
  request: HttpRequest,
  { signal, onSignedIn }: RequestOptions,
): Promise<Answer<Op>> {
  const waiting = op.right !== "anyone" && signIn?.signedIn();
  if (waiting) {
    await waiting;
    onSignedIn?.();
  }
  try {
    return await send<Op>(op, request, signal);
  } catch (error) {
    const mustSignIn = error instanceof ApiError && error.code === "session.required";
    if (mustSignIn) await clearAnswers();
    if (!mustSignIn || !signIn) throw error;
    await signIn.ask();
    onSignedIn?.();
    return send<Op>(op, request, signal);
  }
}

/** How long the store may wait for a provider's answer before it returns the state so far. */
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

/** Slightly more than the gateway's timeout of 30 s, after which no answer can come. */
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
  if (typeof answer === "object" && answer !== null) noteRepeat(answer, response.headers);
  return answer as Answer<Op>; // the answer that the contract declares
}

/** The maximum age of an answer that `public/boot.js` requested. */
const begunMsMax = 10_000;

/**
 * The answer to a request that `public/boot.js` started; null if there is none, or if it was refused: it is then sent
 * again.
 */
async function takeBegun(target: string): Promise<Response | null> {
  const begun = globalThis.__begun?.get(target);
  globalThis.__begun?.delete(target);
  if (!begun || performance.now() > begunMsMax) return null;
  const response = await begun;
  return response?.ok ? response : null;
}

/** For an answer from a gateway instead of the store, whatever its status: the outcome is not known. */
const unexpected = () => new ApiError("unexpected", "The store sent an unexpected response.");

function toApiError(text: string): ApiError {
  const error = fromJson(text)?.error;
  if (typeof error?.code !== "string") return unexpected();
  return new ApiError(error.code, error.message, error.detail, error.requestId);
}

/** Throws for text that is not JSON, such as the sign-in page of a hotel network. */
function fromJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected();
  }
}
