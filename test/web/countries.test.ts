import { expect, it } from "vitest";
import { addressLines } from "../../web/ui/format/address-lines.ts";
import { countriesFor, countryName, countryOf, countryOptions } from "../../web/ui/format/countries.ts";

const options = countryOptions();
const codesFor = (typed: string) => countriesFor(typed, options).map(({ value }) => value);

// An address with the wrong country is a parcel in the wrong country.
it.each([
  ["IN", "IN"],
  ["India", "IN"],
  ["ind", "IN"],
  [" de ", "DE"],
  ["UK", "GB"],
  ["usa", "US"],
  ["kingdom", "GB"],
  ["cote d'iv", "CI"],
  ["reunion", "RE"],
])("finds the right country for %j", (typed, code) => {
  expect(codesFor(typed)[0]).toBe(code);
});

it("finds none for unknown words, and all for an empty search", () => {
  expect(codesFor("xyz")).toEqual([]);
  expect(codesFor("")).toHaveLength(options.length);
  expect(options).toHaveLength(249);
});

it("names a country, and leaves unknown codes unchanged", () => {
  expect(["IN", "GB", "XX9", ""].map(countryName)).toEqual(["India", "United Kingdom", "XX9", ""]);
});

it("derives the most likely country from the store's language", () => {
  expect(["en-IN", "de-AT", "de", "ja", "tlh"].map(countryOf)).toEqual(["IN", "AT", "DE", "JP", ""]);
});

// A packing slip with 100114 for 411001 goes to another town.
it("keeps the digits of a postal code in order behind a city with a mark that turns text round", () => {
  const address = { line1: "1 Market Street", city: "\u202ePune", postalCode: "411001", country: "IN" };
  expect(addressLines(address)).toEqual(["1 Market Street", "Pune 411001", "India"]);
});
