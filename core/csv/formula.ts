/**
 * Spreadsheets execute a cell that looks like a formula. An apostrophe is therefore put before such a character
 * wherever a cell could start: at the start of a text, and after everything that some spreadsheet takes for a
 * separator. Restoring removes exactly that apostrophe: a text that is exported and imported again is unchanged,
 * including its own apostrophes.
 */
const start = String.raw`(?<=^|[,;|\t\r\n"])`;
const signs = "=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20";
const dangerous = new RegExp(`${start}'*(?=[${signs}])`, "g");
const neutralised = new RegExp(`${start}'('*)(?=[${signs}])`, "g");
/** Just a number: harmless, and spreadsheets should be able to add it up. */
const plainNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

export const neutralise = (text: string): string => (plainNumber.test(text) ? text : text.replace(dangerous, "'$&"));

export const restore = (text: string): string => (text.includes("'") ? text.replace(neutralised, "$1") : text);
