/** Units, prices and times as carriers write them. */
import { describe, expect, it } from "vitest";
import { daysIn, inches, major, majorText, ounces, priced, wholeCentimetres } from "#core/shipping/carriers/measures";
import { dayFirst, indianPhone, timeIn } from "#core/shipping/carriers/words";

// A parcel declared too light costs extra in transit.
it("rounds weights and sides up, and leaves whole numbers alone", () => {
  expect([
    ounces(1_250),
    ounces(28.349523125),
    inches(254),
    inches(255),
    wholeCentimetres(300),
    wholeCentimetres(301),
  ]).toEqual([44.1, 1, 10, 10.1, 30, 31]);
});

it("reads prices in every form as minor units", () => {
  expect([priced("5.93000", "usd"), priced(62.5, "INR"), priced("1200", "JPY"), priced(0.105, "KWD")]).toEqual([
    { amountMinor: 593, currency: "USD" },
    { amountMinor: 6250, currency: "INR" },
    { amountMinor: 1200, currency: "JPY" },
    { amountMinor: 105, currency: "KWD" },
  ]);
  for (const none of ["", "free", "-1", "Infinity"]) expect(priced(none, "USD")).toBeNull();
});

it("writes prices in major units", () => {
  expect([major({ amountMinor: 1999, currency: "INR" }), major({ amountMinor: 5, currency: "JPY" })]).toEqual([
    19.99, 5,
  ]);
  expect(majorText({ amountMinor: 1990, currency: "EUR" })).toBe("19.90");
});

it("reads numbers of days from any text", () => {
  expect(["2 - 3 business days", "4", 5, null, "soon"].map(daysIn)).toEqual([3, 4, 5, null, null]);
});

describe("times", () => {
  it.each([
    ["2026-11-20 20:10", "2026-11-20T14:40:00.000Z"],
    ["2026-11-20T11:37:00.000", "2026-11-20T06:07:00.000Z"],
    ["2026/11/20 10:00:00", "2026-11-20T04:30:00.000Z"],
    ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20T10:00:00-06:00", "2026-11-20T16:00:00.000Z"],
    ["2026-11-20", "2026-11-19T18:30:00.000Z"],
  ])("%s in India", (text, expected) => {
    expect(timeIn(text, "+05:30")?.toISOString()).toBe(expected);
  });

  it("are null if there is none", () => {
    expect(["", null, "tomorrow", "2026-13-40 10:00"].map((text) => timeIn(text))).toEqual([null, null, null, null]);
  });

  // Newest of all, such an event would hide every later one.
  it.each(["0000-00-00", "0001-01-01T00:00:00", "1900-01-01", "2099-12-31T23:59:59Z", "9999-12-31 00:00:00"])(
    "are null if %s stands for none",
    (text) => expect(timeIn(text)).toBeNull(),
  );

  it("can begin with the day", () => {
    expect(dayFirst("23 05 2023 11:43:52")?.toISOString()).toBe("2023-05-23T06:13:52.000Z");
    expect(dayFirst("2023-05-23")).toBeNull();
  });
});

it("recognises an Indian phone number in all its forms", () => {
  expect(["+919876543210", "09876543210", "9876543210", "98765", "+14155550100", undefined].map(indianPhone)).toEqual([
    "9876543210",
    "9876543210",
    "9876543210",
    null,
    null,
    null,
  ]);
});
