/**
 * Patterns of texts and headers. Handlers use them and the OpenAPI document shows them, so they stay within what
 * regular expressions mean in every language: `[0-9]`, because `\d` matches more in some, and no `\s` or `\p`.
 */

/** What `trim` removes. */
const blank = "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const nul = "\\u0000";
const control = "\\u0000-\\u001f\\u007f-\\u009f";
const solid = `[^${blank}${control}]`;
/** A pattern that allows blanks around it, which `trim` then removes. */
export const trimmed = (form: string) => new RegExp(`^[${blank}]*${form}[${blank}]*$`, "u");

/** One line that is not blank, before trimming. */
export const oneLine = trimmed(`${solid}(?:[^${control}\\u2028\\u2029]*${solid})?`);
/** One or more lines that are not all blank. */
export const manyLines = new RegExp(`^[${blank}]*[^${blank}${nul}][^${nul}]*$`, "u");
/** PostgreSQL's text takes any character except NUL. */
export const anyText = new RegExp(`^[^${nul}]*$`, "u");
/** They only say in which direction a text is written, and cannot be seen. */
export const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Browsers send a domain in another script as `xn--…`. */
const topLevelDomain = "(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])";
export const emailAddress = trimmed(
  `(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+${topLevelDomain}`,
);

const leapDay = "(?:[0-9]{2}(?:[2468][048]|[13579][26]|0[48])|(?:[02468][048]|[13579][26])00)-02-29";
const otherDay =
  "[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))";
/** A day that exists, from the year 1 on: PostgreSQL's calendar has no year 0. */
const someDay = `(?!0000)(?:${leapDay}|${otherDay})`;
export const calendarDay = new RegExp(`^${someDay}$`);
/** A time in UTC, with up to nine decimals of a second. */
export const utcTime = new RegExp(`^${someDay}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?Z$`);

const ipv4Part = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const ipv6Part = "[0-9A-Fa-f]{1,4}";
const ipv6Half = `(?:${ipv6Part}(?::${ipv6Part}){0,2})?`;
const hostName = "(?:[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?\\.)*[A-Za-z](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?";
const host = [
  hostName,
  `${ipv4Part}(?:\\.${ipv4Part}){3}`,
  `\\[(?:(?:${ipv6Part}:){7}${ipv6Part}|${ipv6Half}::${ipv6Half})\\]`,
].join("|");
const userInfo = "(?:[A-Za-z0-9._~!$&'()*+,;=:-]+@)?";
const port = "(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?";
/** A URL, for the document. The handlers take every URL that a browser does, for example `http://münchen.example/`. */
export const plainAddress = new RegExp(`^https?://${userInfo}(?:${host})${port}(?:[/?#][!-~]*)?$`);

/** A list's `nextCursor`: opaque base64url. */
export const cursor = /^[A-Za-z0-9_-]{1,2000}$/;
/** Chosen by the client. */
export const idempotencyKey = /^[!-~]{1,200}$/;
/** One of our ETags, or `*`; the group is the version. */
export const ifMatch = /^(?:\*|(?:W\/)?"([0-9]{1,9})")$/;
