/** How messages write amounts. */
import { expect, it } from "vitest";
import { decimalsOf } from "#core/contract/currency";
import { wordsOf } from "#core/message/template/words";

// `Intl` treats some currencies, such as those of Hungary, Indonesia and Pakistan, as if they had no decimals: an
// amount would be a hundred times too large.
it.each(["en", "de", "hi"])("writes amounts of every currency in its own minor units (%s)", (language) => {
  const { money } = wordsOf({ language, timeZone: "UTC" });
  const numbers = new Intl.NumberFormat(language, { useGrouping: false, numberingSystem: "latn" });
  const point = numbers.formatToParts(1.5).find(({ type }) => type === "decimal")!.value;
  const wrong = Intl.supportedValuesOf("currency").filter((currency) => {
    const digits = decimalsOf(currency);
    // From the first digit on: a symbol may contain a point.
    const number = money({ amountMinor: 12_345_678, currency }).replace(/^\D+/, "");
    const [whole = "", fraction = ""] = number.split(point);
    const digitsIn = (text: string) => text.replaceAll(/\D/g, "");
    return digitsIn(whole) + digitsIn(fraction) !== "12345678" || digitsIn(fraction).length !== digits;
  });
  expect(wrong).toEqual([]);
});
