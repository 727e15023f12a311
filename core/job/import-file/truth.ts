/** As spreadsheets write them in English, German, French, Spanish, Italian, Portuguese, Dutch and Turkish. */
const inTrue = /^(?:true|wahr|vrai|verdadero|vero|verdadeiro|waar|doğru)$/i;
const inFalse = /^(?:false|falsch|faux|falso|onwaar|yanl[ıi]ş)$/i;

/** Undefined for any other text. */
export const truthIn = (text: string): boolean | undefined =>
  inTrue.test(text) || (inFalse.test(text) ? false : undefined);

export const yesIn = (text: string): boolean | undefined =>
  /^yes$/i.test(text) || (/^no$/i.test(text) ? false : truthIn(text));
