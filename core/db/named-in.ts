import { erasedText } from "#core/contract/parts/order-shapes";
import { type SQL, sql } from "#core/db/drizzle";

/**
 * Whether one of these texts, in lower case, is in a written text as a whole: ann@x.com is neither in joann@x.com nor
 * in ann@x.com.au. The written text may be JSON, in which a line break is a backslash and a letter. Patterns are tried
 * only where their text is found: PostgreSQL compiles them, and would begin with them if it could choose.
 */
export const namedIn = (texts: readonly string[], written: SQL): SQL => sql`exists (
  select from unnest(${sql.param([...texts])}::text[], ${sql.param(texts.map(wholePattern))}::text[]) as named (text, pattern),
    lower(${written}) as lowered
  where case when strpos(lowered, text) > 0 then lowered ~ pattern end)`;

/** A column's text, or what stands for it if it has one of these texts as a whole. */
export const unnamed = (texts: readonly string[], column: SQL): SQL =>
  sql`case when ${namedIn(texts, column)} then ${erasedText} else ${column} end`;

/** For PostgreSQL, where a backslash before anything but a letter or digit makes it stand for itself. */
function wholePattern(text: string): string {
  const literal = text.replace(/[^\p{L}\p{N}]/gu, "\\$&");
  // A number may also be written with its plus.
  const within = /^\d/.test(text) ? "[:alnum:]._-" : "[:alnum:]._+-";
  // A UPI address begins with its payer's number.
  const behind = /^\+?\d+$/.test(text) ? "[:alnum:]_-" : "[:alnum:]_@-";
  return `(?:(?<![${within}])|(?<=\\\\[bfnrt]))${literal}(?![${behind}]|\\.[[:alnum:]])`;
}
