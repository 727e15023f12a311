/** An order's number as people type it: "QM-100001", "#100001", "qm 100001", or digits alone. */
const forms = /^(#\s*)?(QM[-\s]*)?(\d+)$/i;

/**
 * The numbers that a text may mean. An order from another store keeps the number that it had there: `#1001` is that
 * one or ours, and `EU-1001` is one as it stands.
 */
export function orderNumbersIn(text: string): readonly string[] {
  const [, , prefix, digits] = forms.exec(text) ?? [];
  if (digits === undefined) return /\d/.test(text) ? [text, text.toUpperCase()] : [];
  return prefix === undefined ? [`QM-${digits}`, `#${digits}`, digits] : [`QM-${digits}`];
}

/** With its sign or prefix it is nothing else; digits alone may also be part of a phone number. */
export function isSurelyOrderNumber(text: string): boolean {
  const [, sign, prefix] = forms.exec(text) ?? [];
  return sign !== undefined || prefix !== undefined;
}
