/** Amounts and dates as messages write them: in the store's language and its time zone. */

export interface Words {
  readonly money: (amount: Money | null | undefined) => string;
  /** As `money`, but empty for nothing at all. */
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

/** Making a format takes longer than using it a hundred times. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const moneyFormats = new Map<string, { readonly format: Intl.NumberFormat; readonly units: number }>();

function daysIn(language: string, timeZone: string): Intl.DateTimeFormat {
  const name = `${language} ${timeZone}`;
  const format = dayFormats.get(name) ?? new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone });
  dayFormats.set(name, format);
  return format;
}

function inWords(language: string, { amountMinor, currency }: Money): string {
  const name = `${language} ${currency}`;
  const { format, units } = moneyFormats.get(name) ?? moneyFormat(language, currency);
  moneyFormats.set(name, { format, units });
  return format.format(amountMinor / units);
}

function moneyFormat(language: string, currency: string) {
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  return { format, units: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) };
}
