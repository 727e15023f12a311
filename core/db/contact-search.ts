/** Search by name, email address or phone number: the same for orders and customers. */

import { email } from "#core/contract/kit/fields";
import { type SQL, sql } from "#core/db/drizzle";
import { folded, literalOf } from "./search.ts";

/** Expressions of the searched table, the first two folded. Its index is on exactly `contact`, which begins with a space. */
export interface ContactColumns {
  readonly contact: SQL;
  readonly nameAndEmail: SQL;
  readonly email: SQL;
  readonly phone: SQL;
}

/** A whole email address, or words of a name and parts of an address, in any order; short ones only as prefixes. */
export function byContact(columns: ContactColumns, q: string): SQL {
  if (email.safeParse(q).success) return sql`${columns.email} = ${q.toLowerCase()}`;
  const each = words(q, /\s+/);
  // Digits may match within the number, where too short a part is meaningless. As a plain condition PostgreSQL would
  // count it as further selectivity: where many rows match, it would expect hardly any, and fetch them all.
  return sql`(${allLike(columns.contact, each.map(rareEnd).map(within))}
    and case when ${allLike(columns.nameAndEmail, each.map(within))} then true end)`;
}

const within = (word: string) => (word.length < 3 ? `% ${literalOf(word)}%` : `%${literalOf(word)}%`);

/**
 * The part of a number to look up in the index. A long one begins like all others of its country and network, so the
 * index would return nearly everyone for its first digits.
 */
const rareEnd = (word: string) => (/^\+?\d{9,}$/.test(word) ? word.slice(-8) : word);

/**
 * Any part of a number as people write it: with spaces and hyphens of any kind, and perhaps the 0 dialled within the
 * country, which the stored number does not have.
 */
export function byPhone({ contact, phone }: ContactColumns, q: string): SQL[] {
  const [, plus = "", digits = ""] =
    /^(\+?)(\d{4,15})$/.exec(q.replace(/\(0\)/, "").replaceAll(/[\s()./\p{Pd}]/gu, "")) ?? [];
  if (digits === "") return [];
  const part = (text: string) => sql`(${contact} like ${`%${rareEnd(text)}%`} and ${phone} like ${`%${text}%`})`;
  const dialled = /^0+(\d{7,})$/.exec(digits)?.[1];
  return [part(plus + digits), ...(dialled ? [part(dialled)] : [])];
}

/** This many words are searched separately, the rest as one: a statement for each number of words would be too many. */
const wordsMax = 4;

export function words(q: string, between: RegExp): string[] {
  const each = q.split(between).filter((word) => word !== "");
  return each.length <= wordsMax ? each : [...each.slice(0, wordsMax), each.slice(wordsMax).join(" ")];
}

export const allLike = (text: SQL, patterns: readonly string[]): SQL =>
  sql.join(
    patterns.map((pattern) => sql`${text} like ${folded(pattern)}`),
    sql` and `,
  );
