/** How staff look for somebody by name, e-mail address or phone number: the same among orders and among customers. */

import { email } from "#core/contract/fields";
import { type SQL, sql } from "#core/db/drizzle";
import { literalOf } from "./search.ts";

/** Of the table that is searched. The index of contacts is made of exactly `contact`, a space before its first word. */
export interface ContactColumns {
  readonly contact: SQL;
  readonly nameAndEmail: SQL;
  readonly email: SQL;
  readonly phone: SQL;
}

/** A whole e-mail address, or words of a name and parts of an address, in any order; short ones as words begin. */
export function byContact(columns: ContactColumns, q: string): SQL[] {
  if (email.safeParse(q).success) return [sql`${columns.email} = ${q.toLowerCase()}`];
  const each = words(q, /\s+/);
  // Digits may be found in the number, of which too short a part says nothing. It is asked as a case: PostgreSQL takes it for
  // something new, and where many match what the index is asked for would expect next to nobody, and fetch them all.
  return [
    sql`${allLike(columns.contact, each.map(rareEnd).map(within))}
      and case when ${allLike(columns.nameAndEmail, each.map(within))} then true end`,
  ];
}

const within = (word: string) => (word.length < 3 ? `% ${literalOf(word)}%` : `%${literalOf(word)}%`);

/**
 * What the index is asked for of a number. A long one begins like all others of its country and network, so the index would go
 * through everybody for its first digits.
 */
const rareEnd = (word: string) => (/^\+?\d{9,}$/.test(word) ? word.slice(-8) : word);

/**
 * Any part of a number, as the caller says it: spaces and hyphens of any kind, perhaps with the 0 that one dials within the
 * country, which the number itself does not have.
 */
export function byPhone({ contact, phone }: ContactColumns, q: string): SQL[] {
  const [, plus = "", digits = ""] =
    /^(\+?)(\d{4,15})$/.exec(q.replace(/\(0\)/, "").replaceAll(/[\s()./\p{Pd}]/gu, "")) ?? [];
  if (digits === "") return [];
  const part = (text: string) => sql`(${contact} like ${`%${rareEnd(text)}%`} and ${phone} like ${`%${text}%`})`;
  const dialled = /^0+(\d{7,})$/.exec(digits)?.[1];
  return [part(plus + digits), ...(dialled ? [part(dialled)] : [])];
}

/** So many words are looked for by themselves, the rest as it stands: a statement for each number of words would be too many. */
const wordsMax = 4;

export function words(q: string, between: RegExp): string[] {
  const each = q.split(between).filter((word) => word !== "");
  return each.length <= wordsMax ? each : [...each.slice(0, wordsMax), each.slice(wordsMax).join(" ")];
}

export const allLike = (text: SQL, patterns: readonly string[]): SQL =>
  sql.join(
    patterns.map((pattern) => sql`${text} like lower(${pattern})`),
    sql` and `,
  );
