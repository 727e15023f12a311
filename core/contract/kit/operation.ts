/**
 * What an operation is. Every request a client can make is declared as one plain value; the route, the
 * handler, the OpenAPI document, the typed client, the right and the tests all come from that value.
 */
import * as z from "zod";
import type { EventName } from "../values/events.ts";
import type { Right } from "../values/rights.ts";
import { cursor } from "./patterns.ts";
import type { RefusalCode } from "./refusals.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The parameters in a path, such as `{id}`. */
export type ParamOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never;

export interface Operation<
  Name extends string = string,
  Path extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Versioned extends true | undefined = true | undefined,
  KeepsNone extends true | undefined = true | undefined,
> {
  /** `<file>.<export>`: also the Lambda's handler, the OpenAPI operationId, the audit action and the log field. */
  readonly name: Name;
  readonly method: Method;
  readonly path: Path;
  /** Checked before any lookup. `anyone` needs no credentials, `signedIn` any, `storefront` a storefront's key. */
  readonly right: Right | "anyone" | "signedIn" | "storefront";
  /** For a vendor login: refused, restricted to its own records, or not vendor-related at all. */
  readonly vendor: "closed" | "narrowed" | "open";
  readonly summary: string;
  /** Path, query and body fields together. */
  readonly input: Input;
  readonly output: Output;
  /** Every code the verb itself may answer, without those of the wrappers (400, 401, 403 …). */
  readonly refuses: readonly RefusalCode[];
  readonly emits?: readonly EventName[];
  /** Fields that travel in the query although the method has a body. */
  readonly query?: readonly string[];
  readonly status?: 200 | 201 | 202;
  /** Its subject has a version: a version in the answer is sent as the ETag too, and a write honours If-Match. */
  readonly versioned?: Versioned;
  /** The answer holds a secret, so the copy kept for Idempotency-Key is encrypted. */
  readonly answersSecret?: true;
  /** Keeps nothing for an Idempotency-Key (docs/decisions/0004): doing it twice does no harm. */
  readonly keepsNoAnswer?: KeepsNone;
  /** Calls a provider: with `Prefer: wait=N` it answers when the outcome is known, or after N seconds. */
  readonly asks?: true;
  /** Takes the body as raw bytes, because a signature covers exactly those. */
  readonly rawBody?: true;
  /** The query is ignored: others link here and add parameters of their own. */
  readonly ignoresQuery?: true;
  /** Not JSON: the answer is a string of this content type. */
  readonly contentType?: string;
  /** Also answers HEAD, as GET without the body: monitors ask that way. */
  readonly answersHead?: true;
  /** Caches may keep the answer for this long, and revalidate it. */
  readonly cacheSeconds?: number;
  /** Response headers besides those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Checks a declaration: a path parameter without an input field does not compile. */
export function operation<
  const Name extends `${string}.${string}`,
  const Path extends `/api/${string}`,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const How extends Method,
  const Versioned extends true | undefined = undefined,
  const KeepsNone extends true | undefined = undefined,
>(
  declared: Operation<Name, Path, Input, Output, Versioned, KeepsNone> & { readonly method: How } & ([
      ParamOf<Path>,
    ] extends [keyof z.output<Input>]
      ? unknown
      : { input: `no field for ${ParamOf<Path>}` }),
): Operation<Name, Path, Input, Output, Versioned, KeepsNone> & { readonly method: How } {
  return declared;
}

/** The methods that an operation's path takes for it. */
export const methodsOf = ({ method, answersHead }: Operation): readonly (Method | "HEAD")[] =>
  answersHead ? [method, "HEAD"] : [method];

/** Whether fields that are in neither path nor query are sent as JSON. */
export const hasBody = ({ method }: Operation): boolean => method !== "GET" && method !== "DELETE";

/** Whether it changes something that exists already and has a version. */
export const takesIfMatch = ({ versioned, method, path }: Operation): boolean =>
  versioned === true && method !== "GET" && path.includes("{");

/** Whether it happens only once for each Idempotency-Key. */
export const keepsAnswer = ({ method, keepsNoAnswer }: Operation): boolean => method !== "GET" && !keepsNoAnswer;

/** The most that a provider may send: also the database's limit. */
export const inboundBytesMax = 256 * 1024;

/** A request body's limit in bytes: low where anyone can send one, except for what a provider signs. */
export const bodyBytesMax = ({ right, rawBody }: Operation): number =>
  rawBody ? inboundBytesMax : right === "anyone" || right === "storefront" ? 16 * 1024 : 6 * 1024 * 1024;

/** Where an input field is sent: the one rule for sending, reading and describing requests. */
export function placeOf(op: Operation, name: string): "path" | "query" | "body" {
  if (op.path.includes(`{${name}}`)) return "path";
  return hasBody(op) && !op.query?.includes(name) ? "body" : "query";
}

/** A request as sent: path and query, and the JSON body if the operation has one. */
export function asSent(op: Operation, input: object): { readonly target: string; readonly body: string | null } {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  const at = (place: ReturnType<typeof placeOf>) => fields.filter(([name]) => placeOf(op, name) === place);
  const inPath = new Map<string, unknown>(at("path"));
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath.get(name))));
  const query = new URLSearchParams(
    at("query").flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])),
  );
  return {
    target: query.size > 0 ? `${path}?${query}` : path,
    body: hasBody(op) ? JSON.stringify(Object.fromEntries(at("body"))) : null,
  };
}

declare const asked: unique symbol;

/**
 * What a verb is given: checked, decoded, defaults filled in. It carries the operation's name in its type, so
 * that a verb bound to another operation does not compile even where the fields happen to be alike.
 * `expectedVersion` is from the If-Match header, for a change to something with a version.
 */
export type InputOf<Op extends Operation> = z.output<Op["input"]> & {
  readonly [asked]?: Op["name"];
} & (TakesIfMatch<Op> extends true ? { readonly expectedVersion?: number | undefined } : unknown);

/** As `takesIfMatch`, without looking at the method. */
type TakesIfMatch<Op extends Operation> = true extends Op["versioned"]
  ? [ParamOf<Op["path"]>] extends [never]
    ? false
    : true
  : false;

/** What a verb answers: times as `Date`. */
export type OutputOf<Op extends Operation> = z.output<Op["output"]>;
/** What a client sends. */
export type Asked<Op extends Operation> = z.input<Op["input"]>;
/** What a client receives: times as ISO 8601 text. */
export type Answer<Op extends Operation> = z.input<Op["output"]>;

/** 1 to 200 rows, by default 50, and an opaque place to continue from. */
export const listing = {
  limit: z.int().min(1).max(200).default(50).describe("The most items to return."),
  cursor: z
    .string()
    .regex(cursor, "a nextCursor of this list")
    .optional()
    .describe("`nextCursor` of the previous page, for the next one."),
};

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe("Send this as `cursor` for the next page; null on the last page."),
  });

/** An empty answer. */
export const Done = z.object({});
