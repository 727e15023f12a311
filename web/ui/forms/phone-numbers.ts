/**
 * Converts national phone numbers to the international form. Loads the numbering plans of all countries (30 kB,
 * compressed).
 */
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * "98310 55555" in IN as +919831055555. Null for an invalid number, or one with an extension, which the store cannot
 * keep.
 */
export function inFull(text: string, country: string): string | null {
  const code = country.trim().toUpperCase();
  const number = parsePhoneNumberFromString(text, isSupportedCountry(code) ? code : undefined);
  return number?.isPossible() && number.ext === undefined ? number.number : null;
}
