/** Questions that change nothing at a carrier: without an answer they are not repeated automatically. */
import { outcomeOf } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { type Found, type Outcome, refused } from "#core/provider/outcome";

/**
 * Every outcome is final, so that no one waits for an answer that is useless later. Only a carrier that asks for a
 * pause is asked again after it.
 */
export async function answerOf<T>(http: Http, asked: () => Promise<Found<T>>): Promise<Outcome<T | null>> {
  const outcome = await outcomeOf(http, asked);
  if (outcome.is === "absent") return { is: "done", value: null };
  if (outcome.is === "unknown") return refused("unreachable", outcome.why);
  if (outcome.is === "later" && outcome.afterSeconds === null) return refused("unreachable", outcome.why);
  return outcome;
}
