/** The outcome of a call to a provider: a gateway, a carrier or a sender. */

export type Outcome<T> =
  /** The provider accepted it; `value` contains its id. */
  | { readonly is: "done"; readonly value: T }
  /**
   * The provider refused, or would: nothing happened there. `code` is one of ours, `says` the provider's own message,
   * `id` the provider's for what came to nothing.
   */
  | { readonly is: "refused"; readonly code: string; readonly says: string; readonly id?: string }
  /**
   * Certainly nothing happened there, and it may be repeated: there was no connection, or the provider is too busy. With
   * `onlyThis` the provider is well, and puts off this request alone.
   */
  | { readonly is: "later"; readonly why: string; readonly afterSeconds: number | null; readonly onlyThis?: true }
  /** It may have happened: no answer or an incomplete one, or a fault on their side. Never treated as a refusal. */
  | { readonly is: "unknown"; readonly why: string };

/** The result of a search by our reference. `absent`: the provider confirms that it does not exist. */
export type Found<T> = Outcome<T> | { readonly is: "absent" };

export type NotDone = Exclude<Outcome<never>, { is: "done" }>;
export type NotLater<T> = Exclude<Outcome<T>, { is: "later" }>;

export const done = <T>(value: T) => ({ is: "done", value }) as const;
export const absent = { is: "absent" } as const;
export const refused = (code: string, says: string) => ({ is: "refused", code, says }) as const;
export const later = (why: string, afterSeconds: number | null = null) => ({ is: "later", why, afterSeconds }) as const;
/** Puts off only this request: the provider works, and other requests need not wait. */
export const notYet = (why: string, afterSeconds: number | null = null) =>
  ({ ...later(why, afterSeconds), onlyThis: true }) as const;
export const unknown = (why: string) => ({ is: "unknown", why }) as const;

/** For something that the provider says exists: not finding it is an unknown outcome. */
export const orUnknown = <T>(found: Found<T>, why: string): Outcome<T> =>
  found.is === "absent" ? unknown(why) : found;

/** Thrown by adapters to end the call with this outcome. */
export class Ended extends Error {
  readonly outcome: NotDone;

  constructor(outcome: NotDone) {
    super(outcome.is === "refused" ? outcome.says : outcome.why);
    this.name = "Ended";
    this.outcome = outcome;
  }
}
