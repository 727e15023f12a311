/** A call to a provider, and what may be done if its answer was lost. */
import * as z from "zod";
import { cleaned, cutTo } from "./clean.ts";
import { misfitIn } from "./fields.ts";
import type { Answer, Http } from "./http.ts";
import { Ended, type Found, later, type NotDone, type Outcome, orUnknown, refused, unknown } from "./outcome.ts";

/** Whether a call may be repeated with the same reference while the outcome of the first attempt is unknown. */
export type Repeats =
  /** Repeating it has no further effect. */
  | { readonly how: "freely" }
  /** The provider keeps our idempotency key for this long; after that, a search must come first. */
  | { readonly how: "sameKey"; readonly forHours: number }
  /**
   * Only after a search has found nothing; with `afterMinutes` not before that, for providers that would do it twice:
   * the first request, whose answer nobody waits for any more, may still be under way there.
   */
  | { readonly how: "findFirst"; readonly afterMinutes?: number }
  | { readonly how: "never" };

/**
 * `asked` contains our own reference, which is the idempotency key if the provider supports one. Methods, so that a
 * value with narrower settings is assignable: the caller's settings were checked by the same adapter.
 */
export interface Call<Settings, Asked, Value> {
  readonly repeats: Repeats;
  ask(http: Http, settings: Settings, asked: Asked): Promise<Outcome<Value>>;
  /** Searches for the result by our reference. */
  find?(http: Http, settings: Settings, asked: Asked): Promise<Found<Value>>;
}

/**
 * What may be done about an unknown outcome. A search must wait until the first request can no longer be in progress at
 * the provider.
 *
 * @param hours since it was first sent.
 */
export function afterUnknown(
  { repeats, find }: Pick<Call<never, never, unknown>, "repeats" | "find">,
  hours: number,
): "ask" | "find, then ask" | "find" | "leave it to a person" {
  if (repeats.how === "freely") return "ask";
  if (repeats.how === "sameKey" && hours < repeats.forHours) return "ask";
  if (!find) return "leave it to a person";
  return repeats.how === "never" ? "find" : "find, then ask";
}

/** Why a provider refuses whatever it is asked with these settings: another account does not have our payments. */
const ofSettings = new Set(["credentials", "settings", "unknownPayment"]);

/**
 * What a second attempt, or a search, shows about the first: a refusal because of our settings shows nothing, so the
 * outcome is unknown. So is `later` once the call is old, so that staff can decide.
 */
export function ofRepetition<R extends Found<unknown>>(outcome: R, isOld: boolean): R | NotDone {
  if (outcome.is === "refused" && ofSettings.has(outcome.code)) return unknown(outcome.says);
  return outcome.is === "later" && isOld ? unknown(outcome.why) : outcome;
}

/**
 * Wraps every call of an adapter: turns errors into outcomes, and removes secrets from their texts. An unexpected error
 * is an unknown outcome, because something may have been done before it.
 */
export async function outcomeOf<R extends Found<unknown>>(http: Http, call: () => Promise<R>): Promise<R | NotDone> {
  const outcome = await call().catch((error: unknown) =>
    error instanceof Ended
      ? error.outcome
      : unknown(`Its answer was not understood: ${error instanceof z.ZodError ? misfitIn(error) : error}`),
  );
  const readable = (text: string) =>
    cutTo(textBytesMax, cleaned(http.redact(text)).replace(/\s+/g, " ").trim()) || "It does not say why.";
  if (outcome.is === "refused") return { ...outcome, says: readable(outcome.says) };
  if (outcome.is === "later" || outcome.is === "unknown") return { ...outcome, why: readable(outcome.why) };
  return outcome;
}

const textBytesMax = 1_000;

/**
 * Searches for what the provider says exists. Where it is not found, or the search fails, the outcome is unknown, and
 * never that nothing has happened.
 */
export const lookedUp = async <T>(http: Http, why: string, search: () => Promise<Found<T>>): Promise<Outcome<T>> =>
  orUnknown(ofRepetition(await outcomeOf(http, search), true), why);

/** For an answer to a search: a provider that refuses to search says nothing about what was asked before. */
export const ofSearch = (outcome: NotDone): NotDone => (outcome.is === "refused" ? unknown(outcome.says) : outcome);

/** Whether a provider accepts. Many answer a repetition with 200 instead of 201, and document only one of the two. */
export const isYes = ({ status }: Pick<Answer, "status">): boolean => status === 200 || status === 201;

/** The outcome for an answer that is not a success. Its status decides how certain it is; the rest is the adapter's. */
export function noOf({ status, headers, json }: Answer, code: string, says: string): NotDone {
  if (status === 429) return later(says || "It is too busy.", secondsIn(headers));
  if (status === 401) return refused("credentials", says || "It does not accept these credentials.");
  // 408 and 409 may concern an earlier or incomplete request, and an answer that is not JSON comes from a proxy.
  if (status < 400 || status === 408 || status === 409 || status >= 500 || json === undefined) {
    return unknown(says ? `It answered ${status}: ${says}` : `It answered ${status}.`);
  }
  return refused(code, says || `It answered ${status}.`);
}

/** By the provider's clock. */
export function answeredAt({
  headers,
}: {
  readonly headers: { readonly date?: string | undefined };
}): Date | undefined {
  const at = new Date(headers.date ?? "");
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The longest pause before asking again. */
const retryAfterMax = 3_600;

/** `Retry-After` in both formats: seconds, or a time by the provider's clock, of which ours may be an hour off. */
function secondsIn({ "retry-after": header, date }: Answer["headers"]): number | null {
  if (!header || !/^\d+$|^[A-Z][a-z]{2},/.test(header)) return null;
  const now = answeredAt({ headers: { date } })?.getTime() ?? Date.now();
  const seconds = /^\d/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), retryAfterMax);
}
