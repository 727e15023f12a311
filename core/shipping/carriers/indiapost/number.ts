/** Article numbers: two letters, eight digits, a check digit and the country, as in the UPU standard S10. */

const weights = [8, 6, 4, 2, 3, 5, 9, 7];

/** @param digits eight digits. */
export function articleNumber(letters: string, digits: string): string {
  const sum = weights.reduce((total, weight, nth) => total + weight * Number(digits[nth]), 0);
  const rest = 11 - (sum % 11);
  const check = rest === 10 ? 0 : rest === 11 ? 5 : rest;
  return `${letters}${digits}${check}IN`;
}

/** The nth number in a series, from 0; null after its last. */
export function nthArticle(letters: string, first: string, last: string, nth: number): string | null {
  const number = Number(first) + nth;
  return nth >= 0 && number <= Number(last) ? articleNumber(letters, String(number).padStart(8, "0")) : null;
}
