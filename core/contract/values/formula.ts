/**
 * Spreadsheets execute a cell that looks like a formula. An apostrophe is therefore put before such a character
 * wherever a cell could start: at the start of a text, and after everything that some spreadsheet takes for a
 * separator. Restoring removes exactly that apostrophe: a text that is exported and imported again is unchanged,
 * including its own apostrophes.
 */
const start = String.raw`(?<=^|[,;|\t\r\n"])`;
const signs = "=+\\-@\uFF1D\uFF0B\uFF0D\uFF20";
const dangerous = (signs: string) => new RegExp(`${start}'*(?=[${signs}])`, "g");
const neutralised = (signs: string) => new RegExp(`${start}'('*)(?=[${signs}])`, "g");
const inField = [dangerous(`${signs}\\t\\r`), neutralised(`${signs}\\t\\r`)] as const;
const inLine = [dangerous(signs), neutralised(signs)] as const;
/** Just a number: harmless, and spreadsheets should be able to add it up. */
const plainNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

export const neutralise = (text: string): string => (plainNumber.test(text) ? text : text.replace(inField[0], "'$&"));

export const restore = (text: string): string => (text.includes("'") ? text.replace(inField[1], "$1") : text);

/** The same for a whole line of a file, in which tabs stand between fields or before their quotes. */
export const neutraliseLine = (line: string): string => line.replace(inLine[0], "'$&");
export const restoreLine = (line: string): string => line.replace(inLine[1], "$1");
