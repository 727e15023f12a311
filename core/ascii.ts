/**
 * JSON in ASCII: every other character as `\uXXXX`, which means the same to whoever parses it. Some of what carries
 * messages refuses half of Unicode: U+FFFE, U+FFFF, or all that UTF-16 writes in pairs. Its length is its size in bytes.
 */
export const asciiJson = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
