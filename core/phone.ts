/** Phone numbers as people write them. */

/** Removes a leading apostrophe and separators between digits; a leading 00 becomes a plus. */
export const plainNumber = (text: string): string =>
  text
    .replace(/^'/, "")
    .replace(/[\s().\-/]/g, "")
    .replace(/^00/, "+");

/** The number in E.164; undefined without a country code, because it may then be somebody else's in another country. */
export function internationalNumber(text: string): string | undefined {
  const plain = plainNumber(text);
  return /^\+[1-9]\d{6,14}$/.test(plain) ? plain : undefined;
}
