/** One thing that a provider can be asked to do, and what may be done when its answer was lost. */
import { cleaned, cutTo } from "./clean.ts";
import type { Answer, Http } from "./http.ts";
import { Ended, type Found, later, type NotDone, type Outcome, refused, unknown } from "./outcome.ts";

/** What an adapter says of asking a second time, with the same reference, when nobody knows what became of the first. */
export type Repeats =
  /** Done twice is done once. */
  | { readonly how: "freely" }
  /** The provider keeps our key for so long and does the same thing once; after that it must be looked for first. */
  | { readonly how: "sameKey"; readonly forHours: number }
  /** Only after a search has said that there is no such thing. */
  | { readonly how: "findFirst" }
  | { readonly how: "never" };

/**
 * `asked` carries our own reference, which is the provider's key wherever it takes one. Methods, so that a value with
 * narrower settings of its own is one of these: whoever calls has had the settings checked by the same adapter.
 */
export interface Call<Settings, Asked, Value> {
  readonly repeats: Repeats;
  ask(http: Http, settings: Settings, asked: Asked): Promise<Outcome<Value>>;
  /** Looks for what was asked, by our reference. */
  find?(http: Http, settings: Settings, asked: Asked): Promise<Found<Value>>;
}

/**
 * What may be done about an outcome that is unknown. A search must wait until the first request can no longer be under
 * way at the provider.
 *
 * @param hours Since it was first sent.
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

/**
 * What a second attempt, or a search, says of the first: an answer to who we are is none, and neither is a request to come
 * again, for which a person need not wait for ever.
 */
export function ofRepetition<R extends Found<unknown>>(outcome: R, isOld: boolean): R | NotDone {
  if (outcome.is === "refused" && (outcome.code === "credentials" || outcome.code === "settings")) {
    return unknown(outcome.says);
  }
  return outcome.is === "later" && isOld ? unknown(outcome.why) : outcome;
}

/**
 * Every call of an adapter goes through here: whatever it throws is an outcome, and no text in an outcome holds a secret.
 * What is thrown unforeseen may have been thrown after something was done, so it is unknown.
 */
export async function outcomeOf<R extends Found<unknown>>(http: Http, call: () => Promise<R>): Promise<R | NotDone> {
  const outcome = await call().catch((error: unknown) =>
    error instanceof Ended ? error.outcome : unknown(`Its answer was not understood: ${error}`),
  );
  const told = (text: string) => cutTo(textBytesMax, cleaned(http.redact(text)).replace(/\s+/g, " ").trim());
  if (outcome.is === "refused") return { ...outcome, says: told(outcome.says) };
  if (outcome.is === "later" || outcome.is === "unknown") return { ...outcome, why: told(outcome.why) };
  return outcome;
}

const textBytesMax = 1_000;

/** Whether a provider says yes. Many say 200 to a repetition of what they said 201 to, and their descriptions know of one of the two. */
export const isYes = ({ status }: Pick<Answer, "status">): boolean => status === 200 || status === 201;

/** What an answer that is not a yes means. The status decides how sure it is; `code` and `says` are the adapter's reading of it. */
export function noOf({ status, headers, json }: Answer, code: string, says: string): NotDone {
  if (status === 429) return later(says || "It is too busy.", secondsIn(headers["retry-after"]));
  if (status === 401) return refused("credentials", says || "It does not accept these credentials.");
  // 408 and 409 speak of an earlier request, or of this one half read; and what is not JSON was said by somebody on the way.
  if (status < 400 || status === 408 || status === 409 || status >= 500 || json === undefined) {
    return unknown(says ? `It answered ${status}: ${says}` : `It answered ${status}.`);
  }
  return refused(code, says || `It answered ${status}.`);
}

/** Longer than this is not waited for without asking again. */
const retryAfterMax = 3_600;

/** `Retry-After` in its two forms: seconds, or a time. */
function secondsIn(header: string | undefined): number | null {
  if (!header || !/^\d+$|^[A-Z][a-z]{2},/.test(header)) return null;
  const seconds = /^\d/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), retryAfterMax);
}
