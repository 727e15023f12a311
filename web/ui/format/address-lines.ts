import type { Address } from "#core/contract/kit/fields";
import { countryName } from "./countries.ts";

/** They turn round what follows them on their line. */
const turningMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** The lines of an address as on a parcel. No mark in a city's name turns round the digits of the postal code. */
export function addressLines(address: Omit<Address, "country"> & { readonly country: string }): string[] {
  const { line1, line2, city, region, postalCode, country } = address;
  const place = [`${city} ${postalCode ?? ""}`.replace(turningMarks, "").trim(), region].filter(Boolean).join(", ");
  return [line1, line2, place, countryName(country)].filter((line): line is string => Boolean(line));
}
