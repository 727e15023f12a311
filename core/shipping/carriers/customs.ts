/** Which parcels pass customs. */
import type { ParcelRequest, Party } from "./parcel.ts";

/** The European Union's customs territory, with Monaco. */
const union = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK".split(" "));

/**
 * Parts of it that goods enter and leave like a third country, by the beginning of their postal codes: the Canary
 * Islands, Ceuta and Melilla, Åland, Livigno, Büsingen and Heligoland.
 */
const apart: Readonly<Record<string, RegExp>> = {
  ES: /^(?:35|38|51|52)/,
  FI: /^22/,
  IT: /^(?:23041|23030)/,
  DE: /^(?:78266|27498)/,
};

const isInUnion = ({ address: { country, postalCode = "" } }: Party): boolean =>
  union.has(country) && !apart[country]?.test(postalCode.trim());

/** Whether a parcel needs customs papers: not within a country, and not within the European Union. */
export const crossesCustoms = (from: Party, to: Party): boolean =>
  from.address.country !== to.address.country && !(isInUnion(from) && isInUnion(to));

const exemptMinor = 250_000;

export const exportFiling =
  "Goods worth more than 2,500 USD leave the United States with an export filing: book them at the carrier.";

/** Whether the exporter has to file in the AES: goods with one customs code for more than 2,500 USD, but to Canada. */
export function needsExportFiling({ from, to, items, value: { currency } }: ParcelRequest): boolean {
  if (from.address.country !== "US" || ["US", "CA"].includes(to.address.country) || currency !== "USD") return false;
  return Map.groupBy(items, ({ hsCode }) => hsCode)
    .values()
    .some((same) => same.reduce((sum, { priceMinor, quantity }) => sum + priceMinor * quantity, 0) > exemptMinor);
}
