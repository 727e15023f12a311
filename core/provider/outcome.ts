/** What became of something that was asked of a provider: a gateway, a carrier, a sender. */

export type Outcome<T> =
  /** The provider says yes; `value` carries its id. */
  | { readonly is: "done"; readonly value: T }
  /** The provider says no, or would: nothing happened there. `code` is one of ours, `says` the provider's own words. */
  | { readonly is: "refused"; readonly code: string; readonly says: string }
  /** Certainly nothing happened there, and the same may be asked again: there was no connection, or it is too busy. */
  | { readonly is: "later"; readonly why: string; readonly afterSeconds: number | null }
  /** It may have happened: no answer after it was sent, half an answer, a fault on their side. Never taken for a no. */
  | { readonly is: "unknown"; readonly why: string };

/** What a search for something of ours may find. `absent` is the provider's word that there is no such thing. */
export type Found<T> = Outcome<T> | { readonly is: "absent" };

export type NotDone = Exclude<Outcome<never>, { is: "done" }>;

export const done = <T>(value: T) => ({ is: "done", value }) as const;
export const absent = { is: "absent" } as const;
export const refused = (code: string, says: string) => ({ is: "refused", code, says }) as const;
export const later = (why: string, afterSeconds: number | null = null) => ({ is: "later", why, afterSeconds }) as const;
export const unknown = (why: string) => ({ is: "unknown", why }) as const;

/** Where the provider says that there is such a thing, not to find it says nothing. */
export const orUnknown = <T>(found: Found<T>, why: string): Outcome<T> =>
  found.is === "absent" ? unknown(why) : found;

/** Thrown where there is nothing left to do for an adapter: the call ends with this outcome. */
export class Ended extends Error {
  readonly outcome: NotDone;

  constructor(outcome: NotDone) {
    super(outcome.is === "refused" ? outcome.says : outcome.why);
    this.name = "Ended";
    this.outcome = outcome;
  }
}
