/**
 * The forms of texts and headers. The handlers go by them and the OpenAPI document shows them, so they are written in
 * what every language's regular expressions take alike: `[0-9]`, for `\d` is more than that in some, and no `\s` or `\p`.
 */

/** What `trim` takes away. */
const blank = "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const nul = "\\u0000";
const control = "\\u0000-\\u001f\\u007f-\\u009f";
const solid = `[^${blank}${control}]`;
/** A form that may have blanks around it, which `trim` then takes away. */
export const trimmed = (form: string) => new RegExp(`^[${blank}]*${form}[${blank}]*$`, "u");

/** One line that says something, once what is blank around it is taken away. */
export const oneLine = trimmed(`${solid}(?:[^${control}\\u2028\\u2029]*${solid})?`);
/** As many lines as it takes, with something in them. */
export const manyLines = new RegExp(`^[${blank}]*[^${blank}${nul}][^${nul}]*$`, "u");
/** PostgreSQL's text takes any character but this one. */
export const anyText = new RegExp(`^[^${nul}]*$`, "u");

export const emailAddress = trimmed(
  "(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}",
);

const leapDay = "(?:[0-9]{2}(?:[2468][048]|[13579][26]|0[48])|(?:[02468][048]|[13579][26])00)-02-29";
const otherDay =
  "[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))";
/** A day that there is, from the year 1 on: PostgreSQL's calendar has no year 0. */
const someDay = `(?!0000)(?:${leapDay}|${otherDay})`;
export const calendarDay = new RegExp(`^${someDay}$`);
/** A moment in UTC, at most as exact as anybody's clock. */
export const utcTime = new RegExp(`^${someDay}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?Z$`);

const ipv4Part = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const hostName = "(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)*[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
/** An address as the document shows it. The handlers take every one that a browser does, such as `http://[::1]/`, too. */
export const plainAddress = new RegExp(
  `^https?://(?:${hostName}|${ipv4Part}(?:\\.${ipv4Part}){3})(?::[1-9][0-9]{0,3})?(?:[/?#][!-~]*)?$`,
);

/** What a list gives as `nextCursor`: base64url, and opaque. */
export const cursor = /^[A-Za-z0-9_-]{1,1000}$/;
/** Of the client's own making. */
export const idempotencyKey = /^[!-~]{1,200}$/;
/** An ETag of ours, or any; the group holds the version. */
export const ifMatch = /^(?:\*|(?:W\/)?"([0-9]{1,9})")$/;
