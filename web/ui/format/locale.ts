/** `de`, `de-DE`, `zh-Hant-TW`: `Intl` throws on anything else. */
const isLanguage = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const known = new Map<string, string>();

/**
 * The browser's locale, for dates, times and numbers; words are always English. It is read each time, because it may
 * change while the page is open.
 */
export function locale(): string {
  const language = globalThis.navigator?.language;
  // Some browsers have none, and some are configured with an invalid one.
  if (!language || !isLanguage.test(language)) return "en-GB";
  const found = known.get(language) ?? (Intl.DateTimeFormat.supportedLocalesOf([language])[0] || "en-GB");
  known.set(language, found);
  return found;
}

/** Amounts in rupees use Indian digit grouping, which only some English locales have. */
export const localeOfMoney = (currency: string): string =>
  currency === "INR" && locale().startsWith("en") ? "en-IN" : locale();

/** What separates the decimals in a field, whose digits are 0 to 9: a comma where one is written, otherwise a point. */
export const decimalSeparator = (): "." | "," => ((1.5).toLocaleString(locale()).includes(",") ? "," : ".");
