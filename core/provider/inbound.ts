/** What a provider sends us by itself. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "#core/refusal";
import type { Http } from "./http.ts";
import type { Outcome } from "./outcome.ts";

export interface Inbound {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** What stood behind the address, for those who can keep a secret nowhere else. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /**
   * Where it was sent, with its query, by the address under which the public knows this store; never by what a `Host` header
   * says. For those whose signature covers it.
   */
  readonly address?: string;
  /** The very bytes: a signature covers these and no others. */
  readonly body: Buffer;
  /** When they came in, which may be long before they are read. */
  readonly at: Date;
}

/** How a provider's events are taken in. */
export interface Receives<Settings, Received> {
  /** The kinds to switch on in the provider's dashboard. */
  readonly events: readonly string[];
  /** Only `read` can verify the signature. Until then an event may be a forgery, so the number that may wait is limited. */
  readonly provenLater?: true;
  /** The headers that `read` needs, to be kept with the body. */
  readonly keeps: readonly string[];
  /**
   * Without the network: whether it is theirs, as far as that can be told from what came, and the id by which the same
   * event is known when it comes again.
   * @throws Refusal provider.unsigned
   */
  admit(settings: Settings, inbound: Inbound): string;
  /**
   * What an admitted event says. Where the provider's events can only be trusted by asking (for a certificate, for the
   * event itself), it asks; so this is for whoever has a way out.
   */
  read(http: Http, settings: Settings, inbound: Inbound): Promise<Outcome<Received>>;
}

export const unsigned = (): Refusal => new Refusal("provider.unsigned");

/** In constant time, whatever the lengths. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

/** For those who sign nothing and send a secret instead. @throws Refusal provider.unsigned, also as long as there is no secret */
export function admitToken(secret: string | undefined, given: string | undefined): void {
  if (secret === undefined || !sameText(given ?? "", secret)) throw unsigned();
}

/** The HMAC-SHA256 of these parts in hexadecimal. */
export function hmacHex(key: string, ...parts: readonly (string | Buffer)[]): string {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}

/** The `id` in an event's JSON, or one made of its bytes where there is none: what nobody understands is kept, and kept once. */
export function eventIdOf(inbound: Inbound, id: unknown = idIn(jsonIn(inbound))): string {
  const isId = typeof id === "string" && /^[\x21-\x7e]{1,200}$/.test(id);
  return isId ? id : `sha256:${sha256(inbound.body).toString("hex")}`;
}

/** The id of an event that has none: what makes it different from others, such as its parcel, status and time. */
export const idOfParts = (...parts: readonly (string | number | null | undefined)[]): string | undefined =>
  parts[0] ? parts.map((part) => String(part ?? "").replace(/[^\x21-\x7e]+/g, "_")).join("/") : undefined;

const idIn = (json: unknown): unknown =>
  typeof json === "object" && json !== null && "id" in json ? json.id : undefined;

/** Undefined when it is not JSON. */
export function jsonIn({ body }: Inbound): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

const sha256 = (what: string | Buffer): Buffer => createHash("sha256").update(what).digest();
