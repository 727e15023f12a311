import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choice, day, flag, idOf, parseSearch, stringifySearch, text, valuesIn } from "../../web/ui/address.ts";
import { dayAt, dayStart, daysText, recentDays } from "../../web/ui/calendar.ts";
import { csvOf } from "../../web/ui/csv.ts";
import { majorFrom, minorFrom, moneyText } from "../../web/ui/money.ts";

describe("typed amounts", () => {
  // 19.99 × 100 is 1998.9999999999998 to a computer: a paisa lost on every parcel.
  it("become the very minor units that were typed, in currencies with two, no and three decimals", () => {
    const amounts = fc.integer({ min: 0, max: 1_000_000_000_000 });
    fc.assert(
      fc.property(amounts, fc.constantFrom("INR", "JPY", "KWD"), (amountMinor, currency) => {
        expect(minorFrom(majorFrom(amountMinor, currency), currency)).toBe(amountMinor);
      }),
    );
    expect(minorFrom("19.99", "INR")).toBe(1999);
    expect(minorFrom("1,999.5", "INR")).toBe(199_950);
  });

  it.each(["", "abc", "1.999", "-1", "1e3", "1.2.3", "१२"])("refuses %j rather than guess", (typed) => {
    expect(minorFrom(typed, "INR")).toBeNull();
  });

  it("are shown as the currency is written", () => {
    expect(moneyText({ amountMinor: 12_345_678, currency: "INR" })).toBe("₹1,23,456.78");
    expect(moneyText({ amountMinor: 500, currency: "JPY" })).toBe("¥500");
  });
});

describe("the store's days", () => {
  // "Orders of today" asked from another continent must still be the store's today, also when its clocks change.
  it("begin at the store's midnight", () => {
    expect(dayStart("2026-09-30", "Asia/Kolkata")).toBe("2026-09-29T18:30:00.000Z");
    expect(dayStart("2026-07-01", "America/New_York")).toBe("2026-07-01T04:00:00.000Z");
    expect(dayStart("2026-03-08", "America/New_York")).toBe("2026-03-08T05:00:00.000Z");
    expect(dayStart("2026-03-09", "America/New_York")).toBe("2026-03-09T04:00:00.000Z");
    expect(dayStart("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  });

  it("are the days that begin there, on any day of the year", () => {
    const days = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });
    const zones = fc.constantFrom("Asia/Kolkata", "America/New_York", "Europe/Berlin", "Australia/Sydney", "UTC");
    fc.assert(
      fc.property(days, zones, (time, zone) => {
        const given = time.toISOString().slice(0, 10);
        const start = new Date(dayStart(given, zone));
        expect(dayAt(start, zone)).toBe(given);
        expect(dayAt(new Date(start.getTime() - 1), zone)).not.toBe(given);
      }),
    );
  });
});

describe("a span of days", () => {
  it("is called as people call it", () => {
    const [today, , week] = recentDays("Asia/Kolkata");
    expect(daysText({}, "Asia/Kolkata")).toBe("Any day");
    expect(daysText({ from: today?.from, to: today?.to }, "Asia/Kolkata")).toBe("Today");
    expect(daysText({ from: week?.from, to: week?.to }, "Asia/Kolkata")).toBe("Last 7 days");
    expect(daysText({ from: "2019-11-03", to: "2019-11-09" }, "Asia/Kolkata")).toBe("3 Nov 2019 – 9 Nov 2019");
    expect(daysText({ from: "2019-11-03", to: "2019-11-03" }, "Asia/Kolkata")).toBe("3 Nov 2019");
    expect(daysText({ from: "2019-11-03" }, "Asia/Kolkata")).toBe("Since 3 Nov 2019");
    expect(daysText({ to: "2019-11-03" }, "Asia/Kolkata")).toBe("Until 3 Nov 2019");
  });
});

describe("what the address holds", () => {
  it("survives being written and read, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (q) => {
        expect(parseSearch(stringifySearch({ q }))).toEqual({ q });
      }),
    );
  });

  // A link from an old e-mail, or one that somebody edited by hand, must not break the screen.
  it("is left out where it makes no sense", () => {
    const fields = { q: text, status: choice(["open", "closed"]), waiting: flag, from: day, at: idOf("loc") };
    const search = { q: "", status: "ajar", waiting: "perhaps", from: "yesterday", at: "ord_1", other: "x" };
    expect(valuesIn(fields, search)).toEqual({});
    expect(valuesIn(fields, { status: "open", waiting: "true", from: "2026-01-31", at: "loc_1" })).toEqual({
      status: "open",
      waiting: true,
      from: "2026-01-31",
      at: "loc_1",
    });
  });
});

describe("a CSV", () => {
  // A customer called "=HYPERLINK(…)" must not run anything on the accountant's computer.
  it("carries no formula, and keeps commas, quotes and line breaks within their cells", () => {
    expect(csvOf([["=1+1", "+91", "-5", "@x", 'a "b", c', "two\nlines", 7, null]])).toBe(
      `'=1+1,'+91,'-5,'@x,"a ""b"", c","two\nlines",7,`,
    );
  });

  // Opened with semicolons or tabs between the cells, one cell becomes two, and the second may begin like a formula. A
  // spreadsheet of an East Asian language takes signs of full width for the plain ones.
  it.each([
    ["a;=cmd", "a;'=cmd"],
    ["a\t+1", "a\t'+1"],
    ["a|@x", "a|'@x"],
    ['a"=1', `"a""'=1"`],
    ["a,-1", `"a,'-1"`],
    ["a\n=1", `"a\n'=1"`],
    ["＝1", "'＝1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠x;＝1", "'＠x;'＝1"],
    // What had an apostrophe there keeps it when one is taken away again.
    ["'=1", "''=1"],
    ["a - b, c; d = e", `"a - b, c; d = e"`],
    ["rock 'n' roll", "rock 'n' roll"],
  ])("guards %j", (cell, written) => {
    expect(csvOf([[cell]])).toBe(written);
  });
});
