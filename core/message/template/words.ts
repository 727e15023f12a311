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
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone });
  const money: Words["money"] = (amount) => (amount ? inWords(language, amount) : "");
  return {
    money,
    someMoney: (amount) => (amount?.amountMinor ? money(amount) : ""),
    day: (time) => (time ? days.format(new Date(time)) : ""),
  };
}

/** Making a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();

function inWords(language: string, { amountMinor, currency }: Money): string {
  const name = `${language} ${currency}`;
  const format = formats.get(name) ?? new Intl.NumberFormat(language, { style: "currency", currency });
  formats.set(name, format);
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
