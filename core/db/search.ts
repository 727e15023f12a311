import { type SQL, type SQLWrapper, sql } from "#core/db/drizzle";
import { type Db, db } from "./client.ts";
import { pipelined } from "./pipelined.ts";

/**
 * The pattern for `like` or `ilike` that finds a text within another one; `%` and `_` stand for themselves. One or two characters
 * are searched at the beginning only, because a trigram index cannot find them anywhere else.
 */
export function patternFor(text: string): string {
  const literal = literalOf(text);
  return text.length < 3 ? `${literal}%` : `%${literal}%`;
}

/** A text within a pattern of `like`, in which `%` and `_` stand for themselves. */
export const literalOf = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** A text as searches compare it: in lower case without marks, and ß as ss (migration 0052). */
export const folded = (text: SQLWrapper | string): SQL => sql`folded(${text})`;

/** Whether a text is part of another one; see `patternFor`. */
export const isWithin = (q: string, text: SQLWrapper): SQL => sql`${folded(text)} like ${folded(patternFor(q))}`;

/**
 * A SKU as typed, and as it may be stored, beyond what the database's `lower` makes alike: a letter with a mark as one
 * sign or as two, ß as ss, and the Greek sigma at the end of a word.
 */
export function formsOf(text: string): string[] {
  const spelt = sharpForms(text).flatMap((form) => [
    form,
    form.replace(/[σΣ](?![\p{L}\p{M}])/gu, "ς"),
    form.replaceAll("ς", "σ"),
  ]);
  return [...new Set(spelt.flatMap((form) => [form, form.normalize("NFC"), form.normalize("NFD")]))];
}

/** A tag as it is stored, and as it may have been before tags were: with a letter and its mark as two characters. */
export const formsOfTag = (tag: string): string[] => [...new Set([tag, tag.normalize("NFD")])];

/** Whether one of a row's tags is this one, in upper or lower case. */
export const hasTag = (tags: SQLWrapper, tag: string): SQL =>
  sql`in_lower_case(${tags}) && in_lower_case(${sql.param(formsOfTag(tag))}::text[])`;

/**
 * Conditions of which one must hold for a SKU to match. The column's collation, which is that of its index, knows the
 * capitals of A to Z alone: the index finds the rest of the text, and the letters beyond are compared after that.
 */
export const skuLike = (sku: SQL, text: string, patternOf: (text: string) => string): SQL[] =>
  formsOf(text).map((form) => {
    const [pattern, ascii] = [patternOf(form), patternOf(form).replace(/\P{ASCII}/gu, "_")];
    if (pattern === ascii) return sql`${sku} ilike ${pattern}`;
    return sql`(${sku} ilike ${ascii} and ${sku} collate "default" ilike ${pattern})`;
  });

/** Beyond this many, only all in one spelling or the other. */
const sharpsMax = 2;

/** With ss and ß in place of each other. */
function sharpForms(text: string): string[] {
  const [first = "", ...others] = text.split(/ss|[ßẞ]/i);
  if (others.length === 0) return [text];
  const joined = (by: (nth: number) => string) => others.reduce((form, part, nth) => form + by(nth) + part, first);
  const ways = others.length <= sharpsMax ? 2 ** others.length : 2;
  const all = ways === 2 ? [0, -1] : Array.from({ length: ways }, (_, way) => way);
  return [text, ...all.map((way) => joined((nth) => ((way >> nth) & 1 ? "ß" : "ss")))];
}

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
