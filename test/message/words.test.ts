/** How messages write amounts, and the names next to them. */
import { expect, it } from "vitest";
import { decimalsOf } from "#core/contract/values/currency";
import { serviceText } from "#core/contract/values/service-text";
import { textsOf } from "#core/message/template/render";
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

// "2 × كتاب 30" was shown as "2 × 30 كتاب" by mail programs without HTML. An SMS would have fewer letters left for it.
it("sets a title in Arabic or Hebrew apart in an email without HTML, and not in an SMS", () => {
  const [body, scope] = ["{{ quantity }} × {{ title }}  {{ total }}", { quantity: 2, title: "كتاب", total: "30.00" }];
  const ofEmail = { subject: "{{ title }}", html: "{{ title }}", body, registered: null };
  const [email, sms] = textsOf([ofEmail, { body, registered: null }].map((source) => ({ source, scope })));
  expect(email).toEqual({ subject: "كتاب", html: "كتاب", body: "2 × \u2068كتاب\u2069  30.00" });
  expect(sms?.body).toBe("2 × كتاب  30.00");
});

// "Your parcel has shipped with 24", or with a UUID: what carriers want to have back is not for customers.
it.each([
  ["fedex", "FEDEX_GROUND", "Fedex ground"],
  ["fedex", "FEDEX_2_DAY_AM", "Fedex 2 day am"],
  ["shippo", "royal_mail_tracked_24", "royal mail tracked 24"],
  ["easyship", "Express 12:00", "Express 12:00"],
  ["easypost", "USPS/GroundAdvantage", "USPS GroundAdvantage"],
  ["shipstation", "se-12/ups_2nd_day_air", "ups 2nd day air"],
  ["sendcloud", "postnl:standard/signature", "postnl standard signature"],
  ["delhivery", "Surface", "Surface"],
  ["shiprocket", "24", ""],
  ["easyship", "0f1ad3c1-4b7e-4d0c-9a55-b3f2d6a1c9e7", ""],
  ["manual", "Van_2 to 700029", "Van_2 to 700029"],
  ["manual", null, ""],
])("a service of %s, %s, is told in words", (carrier, service, words) => {
  expect(serviceText({ carrier, service })).toBe(words);
});
