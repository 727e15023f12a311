/** Dates and times in the store's time zone, wherever the user is, in the format of their browser. */
import { locale } from "./locale.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * A cached formatter: creating one costs a hundred times as much as using it, and a list of 200 rows formats a thousand
 * values.
 */
export function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, formatter);
  return formatter;
}

/** The date at this moment in the store's time zone: "2026-09-30". */
export const dateIn = (time: Date, timeZone: string): string => dateTimeFormat("en-CA", { timeZone }).format(time);

/** A moment in the store's time zone, for a `datetime-local` field: "2026-09-30T18:30". */
export const toLocalInput = (time: string | number, timeZone: string): string =>
  dateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" })
    .format(new Date(time))
    .replace(" ", "T")
    // A year that is still being typed may have fewer digits.
    .padStart("2026-09-30T18:30".length, "0");

/** The moment of this local time in the store's time zone, as the API takes it. */
export function fromLocalInput(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`);
  // The local time of a guess shows how far off it is. Twice, because the offset may change in between.
  let guess = wanted;
  for (let round = 0; round < 2; round++) guess += wanted - Date.parse(`${toLocalInput(guess, timeZone)}Z`);
  return new Date(guess).toISOString();
}

/** The time in a `datetime-local` field. One that shows what it did before stands for the same moment, to the second. */
export function timeFromInput(local: string, before: string | null, timeZone: string): string | null {
  if (!local) return null;
  return before && toLocalInput(before, timeZone) === local ? before : fromLocalInput(local, timeZone);
}

/**
 * The start of a date in the store's time zone, as the API takes it: the end of the day before, if midnight comes twice
 * or never.
 */
export function startOfDay(date: string, timeZone: string): string {
  const lastMinute = fromLocalInput(`${addDays(date, -1)}T23:59`, timeZone);
  const next = new Date(Date.parse(lastMinute) + minuteMs);
  return dateIn(next, timeZone) === date ? next.toISOString() : fromLocalInput(`${date}T00:00`, timeZone);
}

/** Dates in the store's time zone, "2026-09-30", both inclusive. */
export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The latest date that can be written: as the end of a range it means "no end". */
const lastDate = "9999-12-31";

/** From the start of the first date to the end of the last, as lists take it. */
export const dateRangeInput = ({ from, to }: DateRange, timeZone: string) => ({
  ...(from && { from: startOfDay(from, timeZone) }),
  ...(to && to < lastDate && { to: startOfDay(addDays(to, 1), timeZone) }),
});

const addDays = (date: string, count: number): string =>
  new Date(Date.parse(date) + count * dayMs).toISOString().slice(0, 10);

/** The most common ranges. */
export function recentRanges(timeZone: string): (Required<DateRange> & { readonly label: string })[] {
  const today = dateIn(new Date(), timeZone);
  const yesterday = addDays(today, -1);
  return [
    { label: "Today", from: today, to: today },
    { label: "Yesterday", from: yesterday, to: yesterday },
    { label: "Last 7 days", from: addDays(today, -6), to: today },
    { label: "Last 30 days", from: addDays(today, -29), to: today },
  ];
}

/** Longer ranges, for reports. */
export function longRanges(timeZone: string): (Required<DateRange> & { readonly label: string })[] {
  const today = dateIn(new Date(), timeZone);
  const thisMonth = `${today.slice(0, 8)}01`;
  const endOfLast = addDays(thisMonth, -1);
  return [
    { label: "This month", from: thisMonth, to: today },
    { label: "Last month", from: `${endOfLast.slice(0, 8)}01`, to: endOfLast },
    { label: "Last 90 days", from: addDays(today, -89), to: today },
    { label: "This year", from: `${today.slice(0, 5)}01-01`, to: today },
    { label: "Last 365 days", from: addDays(today, -364), to: today },
  ];
}

/** "Today", "3 Nov – 9 Nov", "Since 3 Nov". */
export function dateRangeText({ from, to }: DateRange, timeZone: string): string {
  const recent = recentRanges(timeZone).find((range) => range.from === from && range.to === to);
  if (recent) return recent.label;
  if (from && to) return from === to ? shortDateText(from) : `${shortDateText(from)} – ${shortDateText(to)}`;
  if (from) return `Since ${shortDateText(from)}`;
  return to ? `Until ${shortDateText(to)}` : "Any date";
}

/** With the year only if it is not the current one. */
function dayText(time: Date, timeZone: string, isThisYear: boolean): string {
  const year = isThisYear ? undefined : "numeric";
  return dateTimeFormat(locale(), { timeZone, day: "numeric", month: "short", year }).format(time);
}

/** A date is not a moment, so no time zone changes it. */
export const shortDateText = (date: string): string =>
  dayText(new Date(date), "UTC", date.startsWith(`${new Date().getUTCFullYear()}-`));

/** "Today, 14:05", "3 Nov, 14:05", "3 Nov 2025, 14:05"; elsewhere "3. Nov., 14:05" or "Nov 3, 02:05 PM". */
export function dateTimeText(iso: string, timeZone: string): string {
  const time = new Date(iso);
  const clock = dateTimeFormat(locale(), { timeZone, hour: "2-digit", minute: "2-digit" }).format(time);
  const date = dateIn(time, timeZone);
  const today = dateIn(new Date(), timeZone);
  if (date === today) return `Today, ${clock}`;
  if (date === addDays(today, -1)) return `Yesterday, ${clock}`;
  return `${dayText(time, timeZone, date.startsWith(today.slice(0, 5)))}, ${clock}`;
}

/** For paper, where "today" would soon mean another day: "20 November 2026". */
export const longDateText = (iso: string, timeZone: string): string =>
  dateTimeFormat(locale(), { timeZone, dateStyle: "long" }).format(new Date(iso));
