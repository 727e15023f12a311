/**
 * JSON in ASCII: every other character as `\uXXXX`, which parses to the same. Some message transports refuse U+FFFE and
 * U+FFFF, or every character that is a surrogate pair in UTF-16. Its length is its size in bytes.
 */
export const asciiJson = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
