/**
 * Beyond the currency's decimals only zeros are allowed: nothing is rounded. Three digits behind a point may be
 * thousands: 1.000 is one or a thousand, unless the currency has three decimals. Behind a comma, one or two digits can
 * only be decimals.
 */
const formFor = (decimals: number) => {
  const part = `${decimals === 3 ? "" : "(?!\\d{3}$)"}(?=\\d)\\d{0,${decimals}}0*`;
  const behindComma = `(?=\\d{1,2}$)\\d{0,${decimals}}0*`;
  return [new RegExp(`^-?\\d{1,13}(?:\\.${part}|,${behindComma})?$`), (1234.5).toFixed(decimals)] as const;
};
const forms = [0, 1, 2, 3, 4].map(formFor);

/** How an amount in a currency with this many decimals may be written, and an example. */
export const amountForm = (decimals: number) => forms[decimals] ?? formFor(decimals);

/** Exact: works on the digits, without multiplication. */
export function minorOf(text: string, decimals: number): number {
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  // "-0.00" must become 0: -0 and 0 differ in some comparisons.
  return Number(`${sign}${whole}${part.slice(0, decimals).padEnd(decimals, "0")}`) + 0;
}
