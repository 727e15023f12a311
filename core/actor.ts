import type { Id } from "#core/contract/kit/fields";
import { type Right, type Role, rights } from "#core/contract/values/rights";

/** Who does something: a person, a key, the static token, the program itself, or someone unknown. */
export interface Actor {
  readonly kind: "staff" | "key" | "token" | "system" | "anyone";
  /** The staff member's or key's id; a schedule's name for the system. */
  readonly id: string | null;
  /** For people to read, in the audit and the timeline. */
  readonly name: string;
  readonly role: Role | null;
  readonly rights: ReadonlySet<Right>;
  /** Set for a vendor login, which sees only this vendor's records. */
  readonly vendorId: Id<"vendor"> | null;
  /** Set for a storefront's key, which works for the store API only: the channel of its orders. */
  readonly storefront?: { readonly channelId: Id<"channel"> | null };
  /** A staff member's session. */
  readonly sessionId: Id<"session"> | null;
  /** The client's network address, for throttling and the audit. */
  readonly address: string | null;
}

/** The program itself: a schedule or a worker, by its name. */
export const system = (name: string): Actor => ({
  kind: "system",
  id: name,
  name,
  role: null,
  rights: new Set(rights),
  vendorId: null,
  sessionId: null,
  address: null,
});

/** Someone not known yet, who is signing in or opening an invitation. */
export const anyone = (address: string | null): Actor => ({
  kind: "anyone",
  id: null,
  name: "anyone",
  role: null,
  rights: new Set(),
  vendorId: null,
  sessionId: null,
  address,
});
