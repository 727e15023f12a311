import { expect, it } from "vitest";
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
])("finds the country that is meant by %j", (typed, code) => {
  expect(codesFor(typed)[0]).toBe(code);
});

it("finds none for other words, and all for none", () => {
  expect(codesFor("xyz")).toEqual([]);
  expect(codesFor("")).toHaveLength(options.length);
  expect(options).toHaveLength(249);
});

it("names a country, and leaves what is none as it is", () => {
  expect(["IN", "GB", "XX9", ""].map(countryName)).toEqual(["India", "United Kingdom", "XX9", ""]);
});

it("knows where most customers are from the language of the store", () => {
  expect(["en-IN", "de-AT", "de", "ja", "tlh"].map(countryOf)).toEqual(["IN", "AT", "DE", "JP", ""]);
});
