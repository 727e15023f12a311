import { sql } from "#core/db/drizzle";
import { type Db, db } from "./client.ts";
import { pipelined } from "./pipelined.ts";

/**
 * The pattern for `ilike` that finds a text within a column; `%` and `_` stand for themselves. One or two characters
 * are searched at the beginning only, because a trigram index cannot find them anywhere else.
 */
export function patternFor(text: string): string {
  const literal = literalOf(text);
  return text.length < 3 ? `${literal}%` : `%${literal}%`;
}

/** A text within a pattern of `like`, in which `%` and `_` stand for themselves. */
export const literalOf = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/**
 * The text as typed, composed and decomposed: keyboards write a letter with a mark as one sign or as two, and what is
 * searched is stored as it came.
 */
export const formsOf = (text: string): string[] => [...new Set([text, text.normalize("NFC"), text.normalize("NFD")])];

/**
 * Queries with a plan made for the search text, if there is one: a rare text is found by the trigram index, a common
 * one sooner by scanning in the list's order. A cached plan knows neither, and took 0.7 s for a rare text among a
 * million orders.
 */
export async function searching<T>(q: string | undefined, ask: (tx: Db) => Promise<T>): Promise<T> {
  if (q === undefined) return ask(db());
  return db().transaction(async (tx) => {
    // Started here, because Drizzle sends a query only once it is awaited, and the search must come second.
    const planned = Promise.resolve(
      tx.execute(
        sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'on', true)`,
      ),
    );
    const [, found] = await pipelined(planned, ask(tx));
    return found;
  });
}
