/** Webhooks from providers. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "#core/refusal";
import { cleanJson } from "./clean.ts";
import type { Http } from "./http.ts";
import type { Outcome } from "./outcome.ts";

export interface Inbound {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The URL's query, for providers that can only send a secret there. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /**
   * The URL it was sent to, with its query, based on the store's public URL and never on the `Host` header. For
   * providers whose signature covers it.
   */
  readonly address?: string;
  /** The raw bytes, which signatures cover. */
  readonly body: Buffer;
  /** When it was received, which may be long before it is read. */
  readonly at: Date;
}

/** How a provider's events are received. */
export interface Receives<Settings, Received> {
  /** The kinds to enable in the provider's dashboard. */
  readonly events: readonly string[];
  /** Only `read` can verify the signature. Until then an event may be a forgery, so the number that may wait is limited. */
  readonly provenLater?: true;
  /** Whether the settings contain what its events are verified by: without it, all are rejected. By default they do. */
  isSetUp?(settings: Settings): boolean;
  /** The headers that `read` needs, stored with the body. */
  readonly keeps: readonly string[];
  /**
   * Verifies that it is from the provider, as far as possible without the network. Returns the id by which a repeated
   * event is recognised.
   * @throws Refusal provider.unsigned
   */
  admit(settings: Settings, inbound: Inbound): string;
  /**
   * Parses an admitted event. If events can only be trusted by asking the provider (for a certificate, or for the event
   * itself), it does so, which needs network access.
   */
  read(http: Http, settings: Settings, inbound: Inbound): Promise<Outcome<Received>>;
}

export const unsigned = (): Refusal => new Refusal("provider.unsigned");

/** Compares in constant time, regardless of length. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

/**
 * For providers that send a secret instead of a signature. @throws Refusal provider.unsigned, also if no secret is set
 */
export function admitToken(secret: string | undefined, given: string | undefined): void {
  if (secret === undefined || !sameText(given ?? "", secret)) throw unsigned();
}

/** The HMAC-SHA256 of the parts in hexadecimal. */
export function hmacHex(key: string, ...parts: readonly (string | Buffer)[]): string {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}

/** The `id` in an event's JSON, otherwise a hash of its bytes, so that even an unknown format is stored once. */
export function eventIdOf(inbound: Inbound, id: unknown = idIn(jsonIn(inbound))): string {
  const isId = typeof id === "string" && /^[\x21-\x7e]{1,200}$/.test(id);
  return isId ? id : `sha256:${sha256(inbound.body).toString("hex")}`;
}

/**
 * An id for events with neither an id nor a time, such as a state that a parcel may be in twice: equal ones are the same
 * for an hour.
 */
export const idWithinHour = (inbound: Inbound): string =>
  `${eventIdOf(inbound, null)}/${Math.floor(inbound.at.getTime() / 3_600_000)}`;

/** An id for events without one, from what distinguishes them, such as parcel, status and time. */
export const idOfParts = (...parts: readonly (string | number | null | undefined)[]): string | undefined =>
  parts[0] ? parts.map((part) => String(part ?? "").replace(/[^\x21-\x7e]+/g, "_")).join("/") : undefined;

const idIn = (json: unknown): unknown =>
  typeof json === "object" && json !== null && "id" in json ? json.id : undefined;

/** Its texts are cleaned. Undefined if it is not JSON. */
export const jsonIn = ({ body }: Pick<Inbound, "body">): unknown => cleanJson(body);

const sha256 = (what: string | Buffer): Buffer => createHash("sha256").update(what).digest();
