import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { amountMinorMax } from "#core/contract/kit/fields";
import { csvLines } from "#core/contract/values/csv-line";
import { setApart } from "#core/contract/values/set-apart";
import { wholeAmountText } from "../../web/reports/whole-amount.ts";
import {
  dateIn,
  dateRangeInput,
  dateRangeText,
  dateTimeText,
  longDateText,
  recentRanges,
  startOfDay,
} from "../../web/ui/format/dates.ts";
import { fieldText, majorUnitsText, moneyText, parseMinorUnits } from "../../web/ui/format/money.ts";
import { amountAdvice, parseBasisPoints, parseNumber, wholeNumberError } from "../../web/ui/forms/parse-input.ts";
import { isOneNumber, plainDigits } from "../../web/ui/forms/plain-digits.ts";
import {
  booleanParam,
  dateParam,
  enumListParam,
  enumParam,
  idParam,
  parseParams,
  parseSearch,
  stringifySearch,
  textParam,
} from "../../web/ui/url-state.ts";
import fc from "../support/harness/properties.ts";

const browserOf = (language: string) => vi.stubGlobal("navigator", { language });
beforeEach(() => browserOf("en-GB"));
afterEach(() => vi.unstubAllGlobals());

describe("a browser's language", () => {
  const time = "2019-11-03T14:05:00.000Z";

  // In Munich 11/3 is the eleventh of March.
  it("determines how dates, times and amounts are written", () => {
    const written = (language: string) => {
      browserOf(language);
      const amount = moneyText({ amountMinor: 123_456, currency: "EUR" }).replaceAll(/\s/g, " ");
      return [longDateText(time, "UTC"), dateTimeText(time, "UTC").replaceAll(/\s/g, " "), amount];
    };
    expect(written("de-DE")).toEqual(["3. November 2019", "3. Nov. 2019, 14:05", "1.234,56 €"]);
    expect(written("en-US")).toEqual(["November 3, 2019", "Nov 3, 2019, 02:05 PM", "€1,234.56"]);
    expect(written("no language at all")[0]).toBe("3 November 2019");
  });

  // If 19,99 became 1999.00, a price would be a hundred times too high.
  it("determines what a comma means in a typed amount, and ambiguous input is refused", () => {
    const typed = (language: string, text: string) => {
      browserOf(language);
      return parseMinorUnits(text, "EUR");
    };
    expect(typed("de-DE", "19,99")).toBe(1999);
    expect(typed("de-DE", "1.234,5")).toBe(123_450);
    expect(typed("de-DE", "19.99")).toBe(1999);
    expect(typed("de-DE", "1.999")).toBeNull();
    expect(typed("en-US", "19,99")).toBeNull();
    expect(typed("en-US", "1,234.5")).toBe(123_450);
    expect(typed("en-IN", "12,34,567")).toBe(123_456_700);
  });

  // In Tunis 1.234 is a thousand and more; with three decimals it was taken for a little more than one.
  it("decides whether 1.234 is clear in a currency with three decimals, and fields show what they accept", () => {
    for (const [language, read, shown] of [
      ["de-DE", null, "1,234"],
      ["en-GB", 1234, "1.234"],
      // Arabic digits have a separator of their own: a field showed 1٫234, which it refused.
      ["ar-KW", 1234, "1.234"],
    ] as const) {
      browserOf(language);
      expect(parseMinorUnits("1.234", "KWD")).toBe(read);
      expect(fieldText(1234, "KWD")).toBe(shown);
      for (const amount of [0, 5, 1234, 1_234_567])
        for (const currency of ["KWD", "EUR", "JPY"])
          expect(parseMinorUnits(fieldText(amount, currency), currency)).toBe(amount);
    }
  });
});

describe("typed amounts", () => {
  // 19.99 × 100 is 1998.9999999999998 to a computer: a paisa lost on every parcel.
  it("become exactly the minor units typed, in currencies with two, no and three decimals", () => {
    const amounts = fc.integer({ min: 0, max: amountMinorMax });
    fc.assert(
      fc.property(amounts, fc.constantFrom("INR", "JPY", "KWD", "HUF", "IDR", "IQD"), (amountMinor, currency) => {
        expect(parseMinorUnits(majorUnitsText(amountMinor, currency), currency)).toBe(amountMinor);
      }),
    );
    expect(parseMinorUnits(majorUnitsText(amountMinorMax, "JPY"), "JPY")).toBe(amountMinorMax);
    expect(parseMinorUnits("19.99", "INR")).toBe(1999);
    expect(parseMinorUnits("1,999.5", "INR")).toBe(199_950);
  });

  it.each(["", "abc", "1.999", "-1", "1e3", "1.2.3", "१२"])("refuses %j rather than guess", (typed) => {
    expect(parseMinorUnits(typed, "INR")).toBeNull();
  });

  // "Such as 19.99" would itself be refused in a currency without decimals.
  it.each(["INR", "JPY", "KWD", "HUF"])("are explained by an example that %s accepts", (currency) => {
    const [, example = ""] = /such as (\S+)\.$/.exec(amountAdvice(currency)) ?? [];
    expect(parseMinorUnits(example, currency)).toBe(1999);
  });

  // The axis of a chart has room for a dozen characters.
  it("are short on an axis, however large", () => {
    for (const currency of ["INR", "JPY", "HUF", "IDR", "KWD"]) {
      for (const language of ["en-GB", "de-DE", "pt-BR", "hi-IN", "hu-HU"]) {
        browserOf(language);
        for (const amount of [0, 999_999, 12_345_678, 99_999_999, 123_456_789, 1e12]) {
          expect(wholeAmountText(amount, currency, "short").length).toBeLessThanOrEqual(14);
        }
      }
    }
  });

  it("are shown in the currency's format", () => {
    expect(moneyText({ amountMinor: 12_345_678, currency: "INR" })).toBe("₹1,23,456.78");
    expect(moneyText({ amountMinor: 500, currency: "JPY" })).toBe("¥500");
    // `Intl` treats these as currencies without decimals.
    expect(moneyText({ amountMinor: 199_950, currency: "PKR" })).toMatch(/1,999\.50/);
    expect(parseMinorUnits("1999.50", "HUF")).toBe(199_950);
  });
});

// A long note without such a name took minutes: every letter began the search again.
it("sets names in Hebrew or Arabic apart, line by line, however long the text is", () => {
  const long = "ж".repeat(1_000_000);
  expect(setApart(`${long}\nעלי 5\r\nBowl`)).toBe(`${long}\n\u2068עלי 5\u2069\r\nBowl`);
  // The rest of a list of goods, its numbers as well, stood reversed behind such a name.
  const turning = ["\ufdfa 5", "\ufb2a 5", "\ufe8d 5", "Mug\u200f", "2 × \u2068كتاب\u2069 5"];
  expect(turning.map(setApart)).toEqual(turning.map((name) => `\u2068${name}\u2069`));
  const marked = [
    "Mug\u202e",
    "\u202bMug",
    "Mug\u2067",
    "\u2069\u202eMug",
    "\u2068\u202eMug\u2069",
    "\u2066\u2067Mug\u2069",
  ];
  expect(new Set(marked.map(setApart).map((name) => name.replace("\u2067Mug\u2069", "Mug")))).toEqual(
    new Set(["\u2068Mug\u2069"]),
  );
});

// A field for units kept the 1 of "1２", and nothing of "१२", without a word.
it("reads the digits of any keyboard as units", () => {
  const typed = ["１２", "1２", "०१२३४५६७८९", "٠١٢٣٤٥٦٧٨٩", "۱۲", "௦௯", "－３．５", "−١٢٫٥", "1,5", "12", "²"];
  const read = ["12", "12", "0123456789", "0123456789", "12", "09", "-3.5", "-12.5", "1,5", "12", "²"];
  expect(typed.map(plainDigits)).toEqual(read);
});

// "1e3" was pasted as 13, two cells of a sheet as one number, and "1,000" was received as 1.
it("reads a number of units only if it is one, and could be no other", () => {
  const numbers = [
    ...["12", " 5 pcs", "₹ 5", "1 000", "1’000", "-3.5", "−١٢٫٥", "1,000", "5.", ".5", "18 %", "EUR 5", "US$5", "5 kr"],
    ...[
      "-₹5",
      "₹ -5",
      "+5",
      "1,00,000",
      "1,000,000",
      "1.000.000",
      "12,34,567.50",
      "1.234,50",
      "1\u{a0}000,5",
      "١٬٠٠٠",
      "１，０００",
    ],
  ];
  const others = [
    ...["1e3", "3\n4", "3\t4", "3\tBOWL", "2 x 3", "1-2", "12 50", "1000 000", "abc", "01.02.2026", "1,00,00", "1.2.3"],
    ...["Rs. 5.00", "500.00 kr.", "1.5 pcs.", "(5)", "5-", "- 5", "BOWL-12", "QM-1001", "QM1001", "#5", "１，５"],
  ];
  expect(numbers.filter(isOneNumber)).toEqual(numbers);
  expect(others.filter(isOneNumber)).toEqual([]);
  expect(["2.00", "1.000", "1.000000"].map((text) => wholeNumberError(text, {}))).toEqual([
    null,
    "Enter a whole number.",
    "Enter a whole number.",
  ]);
  expect(["2.00", "1.000", ""].map(parseNumber)).toEqual([2, Number.NaN, Number.NaN]);
});

describe("typed percentages", () => {
  // Half of Europe types 18,5.
  it("accept a point or a comma before at most two decimals", () => {
    expect(["18", "18.5", "18,5", "7,25 %"].map(parseBasisPoints)).toEqual([1800, 1850, 1850, 725]);
    expect(["1,000", "1.234", "18,5,0", "", "-1"].map(parseBasisPoints)).toEqual(Array(5).fill(Number.NaN));
  });
});

describe("the store's dates", () => {
  // "Orders of today" requested from another continent must still be the store's today, even when its clocks change.
  it("begin at the store's midnight", () => {
    expect(startOfDay("2026-09-30", "Asia/Kolkata")).toBe("2026-09-29T18:30:00.000Z");
    expect(startOfDay("2026-07-01", "America/New_York")).toBe("2026-07-01T04:00:00.000Z");
    expect(startOfDay("2026-03-08", "America/New_York")).toBe("2026-03-08T05:00:00.000Z");
    expect(startOfDay("2026-03-09", "America/New_York")).toBe("2026-03-09T04:00:00.000Z");
    expect(startOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  });

  it("begin there on every day of the year", () => {
    const days = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });
    const zones = fc.constantFrom("Asia/Kolkata", "America/New_York", "Europe/Berlin", "Australia/Sydney", "UTC");
    fc.assert(
      fc.property(days, zones, (time, zone) => {
        const date = time.toISOString().slice(0, 10);
        const start = new Date(startOfDay(date, zone));
        expect(dateIn(start, zone)).toBe(date);
        expect(dateIn(new Date(start.getTime() - 1), zone)).not.toBe(date);
      }),
    );
  });

  // While a year is typed, the browser passes each digit on, and the page must keep working until the last one.
  it.each(["0002-03-04", "0020-03-04", "0202-03-04"])("are found even while a year is typed: %s", (date) => {
    for (const zone of ["Asia/Kolkata", "America/New_York", "UTC"]) {
      const away = Math.abs(Date.parse(startOfDay(date, zone)) - Date.parse(date));
      expect(away).toBeLessThan(24 * 3_600_000);
    }
  });

  // Otherwise a list of that day would contain the last hour of the previous day, but the report would not.
  it.each(["America/Santiago", "America/Havana", "America/Nuuk", "Atlantic/Azores", "Africa/Cairo", "Asia/Beirut"])(
    "begin there even if the clocks of %s change at midnight",
    (zone) => {
      const days = Array.from({ length: 365 }, (_, nth) =>
        new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10),
      );
      const wrong = days.filter((date) => {
        const start = Date.parse(startOfDay(date, zone));
        return dateIn(new Date(start), zone) !== date || dateIn(new Date(start - 1), zone) >= date;
      });
      expect(wrong).toEqual([]);
    },
  );
});

describe("a range of days", () => {
  // The day after it has a five-digit year, and the page crashed after someone typed 9999.
  it("that ends on the last possible day has no end", () => {
    const from = startOfDay("2026-01-31", "Asia/Kolkata");
    expect(dateRangeInput({ from: "2026-01-31", to: "9999-12-31" }, "Asia/Kolkata")).toEqual({ from });
    for (const zone of ["Pacific/Kiritimati", "America/St_Johns", "UTC"]) {
      expect(dateRangeInput({ from: "9999-12-30", to: "9999-12-30" }, zone)).toEqual({
        from: expect.stringMatching(/^9999/),
        to: expect.stringMatching(/^9999/),
      });
    }
  });
});

describe("a time", () => {
  afterEach(() => vi.useRealTimers());

  // On 8 March 2026 New York's day had 23 hours: half an hour after it, 24 hours ago was the day before yesterday.
  it("is yesterday by the store's calendar, even if its clocks have changed", () => {
    vi.useFakeTimers({ now: Date.parse("2026-03-09T04:30:00Z"), toFake: ["Date"] });
    expect(dateTimeText("2026-03-08T16:00:00Z", "America/New_York")).toBe("Yesterday, 12:00");
    expect(dateTimeText("2026-03-08T04:45:00Z", "America/New_York")).toBe("7 Mar, 23:45");
  });
});

describe("a date range", () => {
  it("has a short name", () => {
    const [today, , week] = recentRanges("Asia/Kolkata");
    expect(dateRangeText({}, "Asia/Kolkata")).toBe("Any date");
    expect(dateRangeText({ from: today?.from, to: today?.to }, "Asia/Kolkata")).toBe("Today");
    expect(dateRangeText({ from: week?.from, to: week?.to }, "Asia/Kolkata")).toBe("Last 7 days");
    expect(dateRangeText({ from: "2019-11-03", to: "2019-11-09" }, "Asia/Kolkata")).toBe("3 Nov 2019 – 9 Nov 2019");
    expect(dateRangeText({ from: "2019-11-03", to: "2019-11-03" }, "Asia/Kolkata")).toBe("3 Nov 2019");
    expect(dateRangeText({ from: "2019-11-03" }, "Asia/Kolkata")).toBe("Since 3 Nov 2019");
    expect(dateRangeText({ to: "2019-11-03" }, "Asia/Kolkata")).toBe("Until 3 Nov 2019");
  });
});

describe("the state in the URL", () => {
  it("is read back as it was written, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (q) => {
        expect(parseSearch(stringifySearch({ q }))).toEqual({ q });
      }),
    );
  });

  // A link from an old email, or one edited by hand, must not break the screen.
  it("is left out if it is invalid", () => {
    const params = {
      q: textParam,
      status: enumParam(["open", "closed"]),
      archived: booleanParam,
      from: dateParam,
      at: idParam("loc"),
    };
    const search = { q: "", status: "ajar", archived: "perhaps", from: "yesterday", at: "ord_1", other: "x" };
    expect(parseParams(params, search)).toEqual({});
    expect(parseParams(params, { status: "open", archived: "true", from: "2026-01-31", at: "loc_1" })).toEqual({
      status: "open",
      archived: true,
      from: "2026-01-31",
      at: "loc_1",
    });
  });

  // The same values are the same view, in whatever order a link has them.
  it("contains several values separated by commas, in a fixed order, without unknown ones", () => {
    const params = { status: enumListParam(["open", "ajar", "closed"]) };
    expect(parseParams(params, { status: "closed,open,locked,open" })).toEqual({ status: ["open", "closed"] });
    expect(parseParams(params, { status: "locked" })).toEqual({});
  });
});

describe("an exported report", () => {
  // More was refunded than came in: the remainder is negative, and must still be summable.
  it("contains negative amounts as numbers, and formulas as text", () => {
    const row = [majorUnitsText(-1250, "EUR"), -3, "-1e-07", "9007199254740993", "-2+3", "=1", null];
    expect(csvLines([row])).toBe("-12.50,-3,-1e-07,9007199254740993,'-2+3,'=1,\r\n");
  });
});
