import { hasPostalCodes } from "#core/contract/values/countries";
import { type Cells, oneLine } from "./cells.ts";

/** The address in a row of one of our own layouts. Missing parts become a dash; a country's name is refused. */
export function addressIn(cells: Cells) {
  const part = (column: string, most: number) => oneLine(cells.text(column), most);
  const country = countryIn(part("country", 100));
  if (country === "-" && !/^-?$/.test(cells.text("country")))
    cells.wrong("country", "A country's two-letter code is needed, such as IN.");
  const [line2, region] = [part("address 2", 200), part("region", 100)];
  return {
    line1: part("address 1", 200) || "-",
    ...(line2 && { line2 }),
    city: part("city", 100) || "-",
    ...(region && { region }),
    ...postalCodeIn(part("postal code", 20), country),
    country,
  };
}

/** A dash for a code that is missing; nothing where the country has none. */
export const postalCodeIn = (text: string, country: string): { postalCode?: string } =>
  /^-?$/.test(text) && !hasPostalCodes(country) ? {} : { postalCode: text || "-" };

/**
 * A country by its two-letter code; "-" for any other text, whose first two letters may be another country's code. UK,
 * which people write, can only be one country's.
 */
export function countryIn(text: string): string {
  const code = /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : "-";
  return code === "UK" ? "GB" : code;
}
