/** `de`, `de-DE`, `zh-Hant-TW`: anything else would throw. */
const isLanguage = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const known = new Map<string, string>();

/**
 * How dates, times and numbers are written: as this person's browser writes them. The words are English everywhere. It is
 * asked for each time, because a browser may change it while the page is open.
 */
export function locale(): string {
  const language = globalThis.navigator?.language;
  // Some browsers have none, and one may have been given what is no language.
  if (!language || !isLanguage.test(language)) return "en-GB";
  const found = known.get(language) ?? (Intl.DateTimeFormat.supportedLocalesOf([language])[0] || "en-GB");
  known.set(language, found);
  return found;
}

/** English has many ways to group digits, and amounts in rupees are read as India groups them. */
export const localeOfMoney = (currency: string): string =>
  currency === "INR" && locale().startsWith("en") ? "en-IN" : locale();

/** What stands before the decimals: a point or a comma. */
export function decimalSeparator(): string {
  const parts = new Intl.NumberFormat(locale()).formatToParts(1.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}
