/** Reads an API Gateway event (payload 2.0) as an operation's input. */
import { isUtf8 } from "node:buffer";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod";
import { bodyBytesMax, hasBody, type Operation, placeOf } from "#core/contract/kit/operation";
import { idempotencyKey } from "#core/contract/kit/patterns";
import { optional } from "#core/environment";
import { invalidField, Refusal } from "#core/refusal";
import type { Credentials } from "#core/staff/authenticate";
import { type Issue, isMalformed, jsonIn, malformed, notKnown, notUtf8 } from "./json-body.ts";

export const sessionCookie = "__Host-session";

/** Longer than any path of ours: who sends a name of a megabyte does not get it back. */
const pathMax = 200;

/** What is wrong with a request: the first 50 issues are enough for a person to fix. */
const invalid = (issues: Iterable<Issue>) =>
  new Refusal("request.invalid", { issues: [...Iterator.from(issues).take(50).map(withShortPath)] });

const withShortPath = ({ path, message }: Issue): Issue => ({ path: path.slice(0, pathMax).toWellFormed(), message });

/** A header by its lower-case name, as API Gateway passes them on. */
export const headerOf = (event: APIGatewayProxyEventV2, name: string): string | undefined => event.headers?.[name];

/** Whether an `If-None-Match` names this ETag among others. */
export const namesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(",").some((named) => named.trim() === etag) ?? false;

/** The Idempotency-Key, checked: 1 to 200 visible characters. */
export function idempotencyKeyOf(event: APIGatewayProxyEventV2): string | null {
  const key = headerOf(event, "idempotency-key");
  if (key === undefined) return null;
  if (!idempotencyKey.test(key)) throw invalidField("Idempotency-Key", "1 to 200 visible ASCII characters");
  return key;
}

/** The longest that a request may wait for an outcome, in seconds; API Gateway gives up after 30. */
const waitSecondsMax = 15;

/** `Prefer: wait=10` (RFC 7240): how many seconds to wait, 15 at most. Null for no preference, or an unknown one. */
export function preferredWaitOf(event: APIGatewayProxyEventV2): number | null {
  const wait = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i.exec(headerOf(event, "prefer") ?? "")?.[1];
  return wait === undefined ? null : Math.min(Number(wait), waitSecondsMax);
}

export function credentialsOf(event: APIGatewayProxyEventV2): Credentials {
  const authorization = headerOf(event, "authorization");
  const cookie = cookiesOf(event).find((entry) => entry.startsWith(`${sessionCookie}=`));
  return {
    bearer: authorization === undefined ? null : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ""),
    session: cookie?.slice(sessionCookie.length + 1) ?? null,
    address: addressOf(event),
  };
}

/** API Gateway separates cookies from the headers; an emulator may not. */
const cookiesOf = (event: APIGatewayProxyEventV2): readonly string[] =>
  event.cookies ?? headerOf(event, "cookie")?.split(/; */) ?? [];

/**
 * The client's address. Behind our own distribution every request comes from there, and names the viewer's address;
 * only the distribution knows `DISTRIBUTION_KEY`, so no other sender is believed.
 */
function addressOf(event: APIGatewayProxyEventV2): string {
  const distributionKey = optional("DISTRIBUTION_KEY");
  const viewer = headerOf(event, "x-viewer-address");
  const cameThroughIt = distributionKey !== undefined && headerOf(event, "x-distribution-key") === distributionKey;
  return cameThroughIt && viewer ? viewer : event.requestContext.http.sourceIp;
}

/** The checked input of an operation, or a refusal that lists every issue with its path. */
export function inputFrom(op: Operation, event: APIGatewayProxyEventV2): Record<string, unknown> {
  const query = op.ignoresQuery ? {} : queryOf(op, event.rawQueryString);
  const body = bodyOf(op, event);
  const strayed = [
    ...Object.keys(query).filter((name) => !Object.hasOwn(op.input.shape, name) || placeOf(op, name) !== "query"),
    ...Object.keys(body).filter((name) => placeOf(op, name) !== "body"),
  ];
  if (strayed.length > 0) throw invalid(strayed.map((path) => strayIn(op, path)));

  const inAddress = { ...query, ...event.pathParameters };
  for (const [path, value] of Object.entries(inAddress)) {
    const texts = [value].flat();
    if (texts.some((text) => typeof text === "string" && isMalformed(text)))
      throw invalid([{ path, message: malformed }]);
  }
  const given = { ...body, ...inAddress };
  const parsed = op.input.safeParse(given);
  if (!parsed.success) throw invalid(parsed.error.issues.values().flatMap(issuesOf));
  return parsed.data;
}

/** A field that the operation does not have, or has elsewhere: some take `dryRun` in the query, others in the body. */
const strayIn = (op: Operation, path: string): Issue => ({
  path,
  message: Object.hasOwn(op.input.shape, path) ? `This field belongs in the ${placeOf(op, path)}.` : notKnown,
});

/** `?limit=20&status=pending&status=shipped`: each value in its field's type. */
function queryOf(op: Operation, raw: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null); // `?__proto__=1` is a name like any other
  const sent = new URLSearchParams(raw);
  const lost = raw.split("&").find((pair) => !isUtf8Escaped(pair));
  if (lost !== undefined) throw invalid([{ ...notUtf8, path: [...new URLSearchParams(lost).keys()].join() }]);
  // Asking `sent` for each name would search all of it each time.
  for (const [name, pairs] of Map.groupBy(sent, ([name]) => name)) {
    const field = Object.hasOwn(op.input.shape, name) ? op.input.shape[name] : undefined;
    const values = pairs.map(([, value]) => value);
    if (field && typeOf(field) === "array") query[name] = values.flatMap((value) => value.split(","));
    else query[name] = values.length > 1 ? values : typedQuery(values[0] ?? "", field && typeOf(field));
  }
  return query;
}

/** Whether percent-encoded bytes are UTF-8: `URLSearchParams` replaces others with U+FFFD. */
const isUtf8Escaped = (text: string): boolean =>
  (text.match(/(?:%[\da-f]{2})+/gi) ?? []).every((run) => isUtf8(Buffer.from(run.replaceAll("%", ""), "hex")));

function typedQuery(value: string, type: string | undefined): unknown {
  if (type === "number" && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

/** A field's type under its defaults and optionals. */
function typeOf(field: z.core.$ZodType): string {
  const { def } = field._zod;
  return "innerType" in def ? typeOf(def.innerType as z.core.$ZodType) : def.type; // zod types the wrappers one by one
}

/**
 * JSON is in UTF-8, whether or not a parameter says so (RFC 8259): said to be in anything else, it would be misread. A
 * compressed body is not unpacked, because its size would no longer bound the work.
 */
function isOurJson(contentType: string, contentEncoding: string): boolean {
  if (contentEncoding.toLowerCase() !== "identity") return false;
  if (!/^application\/json *(;|$)/i.test(contentType)) return false;
  const [, charset = "utf-8"] = /; *charset *= *"?([^"; ]*)/i.exec(contentType) ?? [];
  return /^utf-?8$/i.test(charset);
}

function bodyOf(op: Operation, event: APIGatewayProxyEventV2): Record<string, unknown> {
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  const bytesMax = bodyBytesMax(op);
  if (bytes.length > bytesMax) throw new Refusal("request.tooLarge", { bytesMax });
  if (bytes.length === 0 || op.rawBody) return {};
  // Another site's page can send any body without a preflight, but not with this type.
  if (!isOurJson(headerOf(event, "content-type") ?? "", headerOf(event, "content-encoding") || "identity")) {
    throw hasBody(op)
      ? new Refusal("request.mediaType")
      : invalid([{ path: "", message: "This operation takes no body." }]);
  }
  const body = lostCharacters(event, bytes) ? notUtf8 : jsonIn(bytes);
  if (!("value" in body)) throw invalid([body]);
  if (typeof body.value !== "object" || body.value === null || Array.isArray(body.value)) {
    throw invalid([{ path: "", message: "The body must be a JSON object." }]);
  }
  return body.value;
}

/**
 * Whether a gateway that passes the body on as text has replaced invalid bytes with U+FFFD: the body then no longer has
 * the length its sender declared.
 */
function lostCharacters(event: APIGatewayProxyEventV2, bytes: Buffer): boolean {
  const { body = "", isBase64Encoded } = event;
  if (isBase64Encoded) return false;
  const sentBytes = headerOf(event, "content-length");
  return !body.isWellFormed() || (body.includes("\ufffd") && Number(sentBytes ?? bytes.length) !== bytes.length);
}

function issuesOf(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join("."),
      message: "This operation has no such field.",
    }));
  }
  return [{ path: issue.path.join("."), message: issue.message }];
}
