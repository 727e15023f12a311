/** The ways to bind an operation to a verb. Each makes that operation's Lambda handler. */
import { createHash } from "node:crypto";
import middy, { type MiddyfiedHandler } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import * as z from "zod";
import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import { type InputOf, type Operation, type OutputOf, takesIfMatch } from "#core/contract/kit/operation";
import { ifMatch } from "#core/contract/kit/patterns";
import { type Change, inChange } from "#core/db/change";
import { reading } from "#core/db/reading";
import { type Answered, idempotent } from "#core/idempotency/idempotent";
import { invalidField } from "#core/refusal";
import { traced } from "#core/trace/trace";
import {
  authorised,
  type Called,
  compressedAnswers,
  readableByPages,
  refusalsAsAnswers,
  requestLog,
} from "./middleware.ts";
import { publisherFor } from "./publisher.ts";
import { headerOf, idempotencyKeyOf, inputFrom, namesEtag, preferredWaitOf } from "./request.ts";

/** An answer's headers besides those that every answer has, such as a cookie. */
type HeadersOf<Answer> = (answer: Answer) => { cookies?: string[] };

/** Reads and changes nothing: `(by, input) => answer`. */
export function reads<Op extends Operation>(op: Op, query: (by: Actor, input: InputOf<Op>) => Promise<OutputOf<Op>>) {
  return lambda(op, async (event, input) => {
    const shown = response(op, encoded(op, await reading(() => query(event.by, input))));
    return op.cacheSeconds === undefined || "cart" in input ? shown : kept(event, shown, op, op.cacheSeconds);
  });
}

/**
 * Does its work in one transaction: the change, its audit entry, its events and the answer kept for a repeated
 * request commit together or not at all. Then its events are put on the bus; `afterwards` is for a further wake-up
 * that must not come before the commit, and must not fail.
 */
export function writes<Op extends Operation>(
  op: Op,
  verb: (change: Change, input: InputOf<Op>) => Promise<OutputOf<Op>>,
  afterwards?: (answer: OutputOf<Op>, input: InputOf<Op>) => Promise<unknown>,
) {
  return lambda(op, async (event, input) => {
    const { answered, answer } = await committed(op, verb, event, input);
    if (answer !== undefined) await afterwards?.(answer, input);
    return response(op, answered);
  });
}

/**
 * The same for operations that call a provider: the verb records the call, and a worker makes it after the commit. With
 * `Prefer: wait=N` the answer is what `read` shows once the outcome is known or N seconds have passed.
 * @param earlier the changes whose calls the verb has found under way instead of recording its own.
 */
export function asks<Op extends Operation>(
  op: Op,
  verb: (change: Change, input: InputOf<Op>) => Promise<OutputOf<Op>>,
  read: (by: Actor, answer: OutputOf<Op>, input: InputOf<Op>) => Promise<OutputOf<Op>>,
  earlier?: (answer: OutputOf<Op>, input: InputOf<Op>) => Promise<readonly Id<"change">[]>,
) {
  return lambda<Op>(op, async (event, input) => {
    const waitSeconds = preferredWaitOf(event);
    // AWS's client loads while the transaction runs.
    const waking = import("#core/provider/wake-workers");
    const { answered, changeId } = await committed<Op>(op, verb, event, input);
    if (changeId && !answered.replayed) await (await waking).wakeWorker("calls");
    if (waitSeconds === null) return response(op, answered);
    const answer = z.decode(op.output, JSON.parse(answered.body)) as OutputOf<Op>; // what `encoded` wrote
    const found = earlier ? await reading(() => earlier(answer, input)) : [];
    // Loaded on use: few requests wait, but a cold start affects everyone.
    const { untilOutcomeKnown } = await import("#core/call/outcome-known");
    await Promise.all([changeId ?? [], found].flat().map((id) => untilOutcomeKnown(id, waitSeconds)));
    const { body, shows } = encoded<Op>(op, await reading(() => read(event.by, answer, input)));
    const { headers, ...shown } = response(op, { ...answered, body, ...(shows && { shows }) });
    return { ...shown, headers: { ...headers, "preference-applied": `wait=${waitSeconds}` } };
  });
}

/** One transaction, once for each Idempotency-Key; then its events are put on the bus. */
async function committed<Op extends Operation>(
  op: Op,
  verb: (change: Change, input: InputOf<Op>) => Promise<OutputOf<Op>>,
  event: Called,
  input: InputOf<Op>,
) {
  const key = idempotencyKeyOf(event);
  const publisher = publisherFor(op);
  let made: Change | undefined;
  let answer: OutputOf<Op> | undefined;
  const answered = await inChange(event.by, async (change) => {
    made = change; // the last try, if earlier ones lost a race
    const work = async () => {
      answer = await verb(change, input);
      return encoded<Op>(op, answer);
    };
    return key === null ? work() : idempotent(change, op, key, input, work);
  });
  if (made?.emitted.length) await (await publisher)?.publish(made);
  // A dry run has created nothing.
  const tried = "dryRun" in input && input.dryRun === true;
  const changeId = answered.changeId ?? made?.id;
  return { answered: tried ? { ...answered, status: 200 } : answered, answer, changeId };
}

/** An operation that keeps no answer for a repeated request: only these may work in several commits. */
type KeepsNoAnswer<Op extends Operation> = true extends Op["keepsNoAnswer"] ? unknown : { keepsNoAnswer: true };

/**
 * For the few operations with slow or external work between their commits: a password's hash, a gateway, a carrier.
 * The verb runs its own changes, and repeating the request must be harmless after each of them: with several commits
 * the answer cannot be kept for a repeat in the same transaction, so the contract has `keepsNoAnswer`.
 * Changes that emit are run by the given `commit`, which publishes after each.
 */
export function steps<Op extends Operation, Answer extends OutputOf<Op>>(
  op: Op & KeepsNoAnswer<Op>,
  run: (by: Actor, input: InputOf<Op>, commit: typeof inChange) => Promise<Answer>,
  // Gets the full answer of `run`: a session's token goes into the cookie, and is not in the contract.
  headersOf?: HeadersOf<Answer>,
) {
  return lambda<Op>(op, async (event, input) => {
    idempotencyKeyOf(event);
    const publisher = await publisherFor(op);
    const answer = await run(event.by, input, publisher?.inPublishedChange ?? inChange);
    return { ...response(op, encoded<Op>(op, answer)), ...headersOf?.(answer) };
  });
}

declare const serves: unique symbol;

/** The Lambda handler of the operation with that name, which functions/handlers.ts checks. */
export type HandlerOf<Name extends string> = MiddyfiedHandler<Called, APIGatewayProxyStructuredResultV2> & {
  readonly [serves]?: Name;
};

function lambda<Op extends Operation>(
  op: Op,
  answer: (event: Called, input: InputOf<Op>) => Promise<APIGatewayProxyStructuredResultV2>,
): HandlerOf<Op["name"]> {
  return middy<Called, APIGatewayProxyStructuredResultV2>()
    .use(requestLog(op))
    .use(compressedAnswers())
    .use(readableByPages(op))
    .use(refusalsAsAnswers())
    .use(authorised(op))
    .handler((event) =>
      traced({ name: op.name, kind: "server", parent: headerOf(event, "traceparent") }, async () => {
        const input = { ...inputFrom(op, event), ...(takesIfMatch(op) && expectedVersionIn(event)) };
        return answer(event, input as InputOf<Op>); // what the operation's own schema has just parsed
      }),
    );
}

/** `If-Match: "3"` as 3. `*` matches any version, so nothing is checked. */
function expectedVersionIn(event: Called): { expectedVersion?: number } {
  const header = headerOf(event, "if-match");
  if (header === undefined) return {};
  const found = ifMatch.exec(header);
  if (!found) throw invalidField("If-Match", 'a single ETag from this API, such as "3"');
  return found[1] === undefined ? {} : { expectedVersion: Number(found[1]) };
}

/** Drops everything that the contract does not name, so that a new column cannot leak. */
function encoded<Op extends Operation>(op: Op, answer: OutputOf<Op>): Encoded {
  const value = z.encode(op.output, answer);
  const body = op.contentType ? String(value) : JSON.stringify(value);
  return { status: op.status ?? 200, body, ...(op.versioned && { shows: value as Versioned }) };
}

/** An answer, with the value written into its body; an answer kept for a repeat has only the body. */
interface Encoded extends Answered {
  readonly shows?: Versioned;
}

/** The answer of a versioned operation: the thing itself, or something with its order. */
interface Versioned {
  readonly version?: number;
  readonly order?: { readonly version: number };
}

function response(op: Operation, { status, body, replayed, shows }: Encoded): APIGatewayProxyStructuredResultV2 {
  // What a dry run would have created does not exist, so it has no version.
  const isThere = status === (op.status ?? 200);
  const version = op.versioned && isThere ? versionIn(shows ?? JSON.parse(body)) : undefined;
  return {
    statusCode: status,
    headers: {
      "content-type": op.contentType ?? "application/json",
      "cache-control": "no-store",
      ...op.headers,
      ...(version !== undefined && { etag: `"${version}"` }),
      ...(replayed && { "idempotent-replayed": "true" }),
    },
    body,
  };
}

/** A cacheable answer, revalidated by its ETag. It depends on the caller's key, if one is needed. */
function kept(
  event: Called,
  { headers, ...shown }: APIGatewayProxyStructuredResultV2,
  { right }: Operation,
  seconds: number,
): APIGatewayProxyStructuredResultV2 {
  const etag = `W/"${createHash("sha256")
    .update(shown.body ?? "")
    .digest("base64url")
    .slice(0, 22)}"`;
  const known = namesEtag(headerOf(event, "if-none-match"), etag);
  const varies = right === "anyone" ? {} : { vary: "authorization" };
  const keeping = { "cache-control": `public, max-age=${seconds}`, ...varies, etag };
  return known ? { statusCode: 304, headers: keeping } : { ...shown, headers: { ...headers, ...keeping } };
}

/** The version in an answer: its own, or its order's. */
const versionIn = ({ version, order }: Versioned): number | undefined => version ?? order?.version;
