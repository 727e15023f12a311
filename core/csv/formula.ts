/**
 * A spreadsheet takes a cell that begins like a formula for one, and runs it. Where a cell could begin, at the start of a
 * text and behind whatever some spreadsheet takes for a separator, an apostrophe is put before such a sign. Restoring takes
 * exactly that one away: what is exported and imported again is the same text, apostrophes of its own included.
 */
const start = String.raw`(?<=^|[,;|\t\r\n"])`;
const signs = "=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20";
const dangerous = new RegExp(`${start}'*(?=[${signs}])`, "g");
const neutralised = new RegExp(`${start}'('*)(?=[${signs}])`, "g");
/** Nothing but a number: there is no harm in it, and spreadsheets add it up. */
const plainNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

export const neutralise = (text: string): string => (plainNumber.test(text) ? text : text.replace(dangerous, "'$&"));

export const restore = (text: string): string => (text.includes("'") ? text.replace(neutralised, "$1") : text);
