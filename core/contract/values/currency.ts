/** How many decimals a currency has in ISO 4217: what "minor unit" means for every amount in the API. */

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

/** 2 for most. `Intl` is not used: it follows each country's habits and changes between versions. */
export const decimalsOf = (currency: string): number => decimals.get(currency) ?? 2;

/** Options for `Intl.NumberFormat`, so that amounts have as many decimals as here. */
export function formatOf(currency: string) {
  const digits = decimalsOf(currency);
  return { style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
}
