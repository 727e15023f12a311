/** The one way from a screen to the store: an operation and its input, typed by the contract. */
import { takesIfMatch } from "#core/contract/codes";
import { type Answer, type Asked, asSent, type Operation } from "#core/contract/kit";
import type { RefusalCode } from "#core/contract/refusals";

/** An answer that says no, or none at all: `offline` when nobody answered. */
export class Refused extends Error {
  readonly code: RefusalCode | "offline";
  readonly detail: Readonly<Record<string, unknown>>;
  /** What the store's log calls this request. */
  readonly requestId: string | null;

  constructor(code: RefusalCode | "offline", message: string, detail = {}, requestId: string | null = null) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
  }
}

/** Nothing was decided: the same request may be sent again. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Refused &&
  ["offline", "fault", "service.busy", "service.away", "service.full", "service.notReady"].includes(error.code);

export interface How {
  /** The version that one has seen; the write is refused when it is not the latest. */
  readonly version?: number | undefined;
  /** The same key makes the same request happen once, however often it is sent. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

type WaitForSignIn = () => Promise<void>;
let waitForSignIn: WaitForSignIn | null = null;

/** What to wait for when a session has ended in the middle of something: the request is sent again after it. */
export function onSignedOut(wait: WaitForSignIn | null): void {
  waitForSignIn = wait;
}

export async function ask<Op extends Operation>(op: Op, input: Asked<Op>, how: How = {}): Promise<Answer<Op>> {
  const request = requestFor(op, input, { ...how, key: how.key ?? crypto.randomUUID() });
  try {
    return await send<Op>(op, request, how.signal);
  } catch (error) {
    const mustSignIn = error instanceof Refused && error.code === "session.required";
    if (!mustSignIn || !waitForSignIn) throw error;
    await waitForSignIn();
    return send<Op>(op, request, how.signal);
  }
}

interface Request {
  readonly target: string;
  readonly init: RequestInit;
}

function requestFor(op: Operation, input: object, { version, key }: How): Request {
  const { target, body } = asSent(op, input);
  const headers = new Headers({ accept: op.contentType ?? "application/json" });
  if (body !== null) headers.set("content-type", "application/json");
  // A dry run changes nothing, so it may happen as often as it likes.
  const changes = op.method !== "GET" && !("dryRun" in input && input.dryRun === true);
  if (changes && key) headers.set("idempotency-key", key);
  if (takesIfMatch(op) && version !== undefined) headers.set("if-match", `"${version}"`);
  return { target, init: { method: op.method, headers, body } };
}

/** The gateway gives up after 30 s; whoever answers later answers nobody. */
const answerMsMax = 35_000;

async function send<Op extends Operation>(
  op: Op,
  { target, init }: Request,
  signal?: AbortSignal,
): Promise<Answer<Op>> {
  let response: Response;
  let text: string;
  try {
    const limit = AbortSignal.timeout(answerMsMax);
    response = await fetch(target, {
      ...init,
      credentials: "same-origin",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused("offline", "The store cannot be reached.");
  }
  if (!response.ok) throw refusedFrom(text);
  return (op.contentType ? text : JSON.parse(text)) as Answer<Op>; // what the contract says it answers
}

/** A gateway in between may answer with a page of its own: that is a fault like any other. */
function refusedFrom(text: string): Refused {
  try {
    const { error } = JSON.parse(text);
    return new Refused(error.code, error.message, error.detail, error.requestId);
  } catch {
    return new Refused("fault", "The store answered with something that is not an answer.");
  }
}
