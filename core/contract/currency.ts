/** How many decimals a currency has by ISO 4217: what "minor unit" means for every amount in the API. */

const none = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
const three = "BHD IQD JOD KWD LYD OMR TND";
const four = "CLF UYW";

const decimals: ReadonlyMap<string, number> = new Map(
  (
    [
      [none, 0],
      [three, 3],
      [four, 4],
    ] as const
  ).flatMap(([codes, digits]) => codes.split(" ").map((code): [string, number] => [code, digits])),
);

/** 2 for most. Not what `Intl` says: that follows the habits of each country, and changes with its version. */
export const decimalsOf = (currency: string): number => decimals.get(currency) ?? 2;

/** How `Intl.NumberFormat` is to write amounts of a currency: with as many decimals as they have here. */
export function formatOf(currency: string) {
  const digits = decimalsOf(currency);
  return { style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
}
