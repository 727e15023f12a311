/** Amounts and dates as messages show them: in the store's language and time zone. */

import { decimalsOf, formatOf } from "#core/contract/values/currency";

export interface Words {
  readonly money: (amount: Money | null | undefined) => string;
  /** Like `money`, but empty for zero. */
  readonly someMoney: (amount: Money | null | undefined) => string;
  readonly day: (time: string | Date | null | undefined) => string;
}

interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

export interface Place {
  readonly language: string;
  readonly timeZone: string;
}

export function wordsOf({ language, timeZone }: Place): Words {
  const days = daysIn(language, timeZone);
  const money: Words["money"] = (amount) => (amount ? inWords(language, amount) : "");
  return {
    money,
    someMoney: (amount) => (amount?.amountMinor ? money(amount) : ""),
    day: (time) => (time ? days.format(new Date(time)) : ""),
  };
}

/** Creating a format takes longer than using it a hundred times. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const moneyFormats = new Map<string, Intl.NumberFormat>();

function daysIn(language: string, timeZone: string): Intl.DateTimeFormat {
  const name = `${language} ${timeZone}`;
  const format = dayFormats.get(name) ?? new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone });
  dayFormats.set(name, format);
  return format;
}

function inWords(language: string, { amountMinor, currency }: Money): string {
  const name = `${language} ${currency}`;
  const format = moneyFormats.get(name) ?? new Intl.NumberFormat(language, formatOf(currency));
  moneyFormats.set(name, format);
  return format.format(amountMinor / 10 ** decimalsOf(currency));
}
