/** The only way for an adapter to reach its provider. */
import { createHash } from "node:crypto";
import type * as z from "zod";
import { sentences } from "#core/net/failure";
import { cleanJson } from "./clean.ts";
import { exchange, type Sent } from "./exchange.ts";
import { misfitIn } from "./fields.ts";
import { Ended, later, refused, unknown } from "./outcome.ts";
import { type Exchange, exchangeOf, recordForTests } from "./record-exchange.ts";
import { type Redact, redactOf } from "./redact.ts";
import { forgotten, type Lent, remembered, type TokenStore } from "./remembered.ts";

/** Fields without a value are left out. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Ask {
  readonly method: Sent["method"];
  readonly url: string;
  readonly query?: Fields;
  readonly headers?: Fields;
  /** Sent as `Authorization`, and never recorded. */
  readonly basic?: readonly [user: string, password: string];
  readonly bearer?: string;
  readonly body?:
    | { readonly form: Fields }
    | { readonly json: unknown }
    | { readonly multipart: FormData }
    /** Serialized JSON, for bodies that must arrive byte for byte. */
    | { readonly jsonText: string };
  /** The answer is a secret, such as an access token, or about other shops' customers: it is not recorded. */
  readonly secretAnswer?: true;
}

/** A complete answer with any status. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Undefined if it is not JSON. */
  readonly json: unknown;
  /** Parses the body. @throws Ended as unknown if it does not match. */
  as<T>(schema: z.ZodType<T>): T;
}

export interface Http {
  /** @throws Ended without a complete answer: as later if certainly nothing was sent, otherwise as unknown. */
  send(ask: Ask): Promise<Answer>;
  /** A temporary value, such as an access token: fetched once and kept for these settings. */
  remember(name: string, make: () => Promise<Lent>): Promise<string>;
  /** Drops a kept value; with `text` only if it is that value, so that a newer one stays. */
  forget(name: string, text?: string): Promise<void>;
  /** Removes the settings' secrets and the used tokens from a text. */
  redact(text: string): string;
}

export interface HttpOptions {
  /** The adapter's code. */
  readonly provider: string;
  /** The values of the secret settings. */
  readonly secrets: readonly string[];
  /** For each complete exchange: DNS, connection, request, answer. 30 s by default. */
  readonly withinMs?: number;
  /** Shares tokens between processes. Without it each keeps its own. */
  readonly tokens?: TokenStore;
  /** Called after every exchange, including failed ones. */
  readonly record?: (exchange: Exchange) => void;
}

const withinMsUsual = 30_000;

export function httpFor({ provider, secrets, withinMs = withinMsUsual, tokens: shared, record }: HttpOptions): Http {
  const tokens = new Set<string>();
  // Made when something is sent: most events of providers are read without a request.
  let known: Redact | undefined;
  const redact: Redact = (text) => {
    known ??= redactOf([...secrets, ...tokens]);
    return known(text);
  };
  const fullName = (name: string) => {
    const owner = createHash("sha256").update(JSON.stringify([provider, secrets]));
    return `${owner.digest("hex")} ${name}`;
  };
  return {
    async send(ask) {
      const sent = await sentOf(ask);
      // Tokens are as secret as the settings.
      if (ask.bearer !== undefined && !tokens.has(ask.bearer)) {
        tokens.add(ask.bearer);
        known = undefined;
      }
      const began = performance.now();
      const came = await exchange(sent, withinMs);
      const ms = performance.now() - began;
      record?.(exchangeOf(sent, came, ms, redact, ask.secretAnswer === true));
      recordForTests(provider, sent, came, redact, ask.secretAnswer === true);
      if (came.failure !== null || came.status === null) throw new Ended(outcomeWithout(came));
      return answerOf(came.status, came.headers, came.bytes);
    },
    remember: (name, make) => {
      const full = fullName(name);
      return remembered(full, shared ? () => shared.take(full, make) : make);
    },
    forget: async (name, text) => {
      const full = fullName(name);
      await forgotten(full, text);
      if (text !== undefined) await shared?.drop(full, text);
    },
    redact,
  };
}

function outcomeWithout({ failure, maybeSent }: Awaited<ReturnType<typeof exchange>>) {
  if (failure === "invalid_request") return refused("settings", sentences.invalid_request);
  const sentence = failure === "too_large" ? "The answer is too large." : sentences[failure ?? "reset"];
  return maybeSent ? unknown(sentence) : later(sentence);
}

async function sentOf({ method, url, query = {}, headers = {}, basic, bearer, body }: Ask): Promise<Sent> {
  const target = URL.parse(url);
  if (!target) throw new Ended(refused("settings", "The address in the settings is not a URL."));
  for (const [name, value] of textsOf(query)) target.searchParams.append(name, value);
  const [type, bytes] = await encoded(body);
  const authorization = basic
    ? `Basic ${Buffer.from(basic.join(":")).toString("base64")}`
    : bearer !== undefined && `Bearer ${bearer}`;
  return {
    method,
    url: target,
    headers: {
      accept: "application/json",
      // Without it any compression would be acceptable, and an answer is read as it comes.
      "accept-encoding": "identity",
      "user-agent": "Quartermaster/1",
      ...(type && { "content-type": type }),
      ...(authorization && { authorization }),
      ...Object.fromEntries(textsOf(headers).map(([name, value]) => [name.toLowerCase(), value])),
    },
    body: bytes,
  };
}

async function encoded(body: Ask["body"]): Promise<readonly [type: string | null, bytes: Buffer | null]> {
  if (!body) return [null, null];
  if ("json" in body) return ["application/json", Buffer.from(JSON.stringify(body.json))];
  if ("jsonText" in body) return ["application/json", Buffer.from(body.jsonText)];
  if ("form" in body) {
    return ["application/x-www-form-urlencoded", Buffer.from(new URLSearchParams(textsOf(body.form)).toString())];
  }
  const parts = new Response(body.multipart);
  return [parts.headers.get("content-type"), Buffer.from(await parts.arrayBuffer())];
}

const textsOf = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

function answerOf(status: number, headers: Readonly<Record<string, string>>, bytes: Buffer): Answer {
  const json = cleanJson(bytes);
  return {
    status,
    headers,
    bytes,
    json,
    as: (schema) => {
      const checked = schema.safeParse(json);
      if (checked.success) return checked.data;
      const what = json === undefined ? "not JSON" : misfitIn(checked.error);
      throw new Ended(unknown(`It answered ${status}, but not as expected (${what}).`));
    },
  };
}
