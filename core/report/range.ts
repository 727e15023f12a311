/** Days of the store's calendar, as text: "2026-09-30". Arithmetic on them needs no time zone. */
import type { Sold } from "#core/contract/report";
import { daysMax, daysShown, type periods, periodsMax } from "#core/contract/report";
import { Refusal } from "#core/refusal";

/** Includes the first and the last day. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

type By = (typeof periods)[number];

const dayMs = 86_400_000;
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const later = (day: string, days: number) => dayOf(timeOf(day) + days * dayMs);
/** The earliest day that a report accepts, and therefore returns. */
const first = "0001-01-01";
const fromFirst = (day: string) => (day < first ? first : day);

/** Months since the year 0. */
const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
/** Not with `Date.UTC`, which reads the year 1 as 1901. */
const firstOf = (month: number) => dayOf(new Date(0).setUTCFullYear(0, month, 1));

/**
 * The requested days, or the last 30 of the store's calendar.
 */
export function rangeOf(
  period: { readonly from?: string | undefined; readonly to?: string | undefined },
  timeZone: string,
): Range {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
  const to = period.to ?? (period.from !== undefined && period.from > today ? period.from : today);
  return { from: period.from ?? fromFirst(later(to, 1 - daysShown)), to };
}

/** @throws Refusal `report.tooLong` */
export function refuseTooManyDays({ from, to }: Range): void {
  const days = (timeOf(to) - timeOf(from)) / dayMs + 1;
  if (days > daysMax) throw new Refusal("report.tooLong", { days, most: daysMax });
}

/**
 * The same number of days before it; for whole months the same number of months, so that October is compared with
 * September, and not with the 31 days before it. Null at the earliest day.
 */
export function before({ from, to }: Range): Range | null {
  if (from === first) return null;
  const [start, end] = [monthOf(from), monthOf(to)];
  const whole = from.endsWith("-01") && later(to, 1) === firstOf(end + 1);
  const past = whole ? firstOf(2 * start - end - 1) : later(from, -((timeOf(to) - timeOf(from)) / dayMs + 1));
  return { from: fromFirst(past), to: later(from, -1) };
}

/** The first day of the period that contains a day, even if it is outside the range. Weeks begin on Monday. */
export function periodOf(day: string, by: By): string {
  if (by === "month") return `${day.slice(0, 8)}01`;
  // 1 January 1970 was a Thursday: three days later than a Monday.
  return by === "day" ? day : later(day, -((((timeOf(day) / dayMs + 3) % 7) + 7) % 7));
}

const following = (start: string, by: By) =>
  by === "month" ? firstOf(monthOf(start) + 1) : later(start, by === "week" ? 7 : 1);

/**
 * The periods of a range, oldest first, cut to the range.
 * @throws Refusal `report.tooLong`, before any query.
 */
export function periodsIn({ from, to }: Range, by: By): Pick<Sold, "from" | "to">[] {
  const count = countOf({ from, to }, by);
  if (count > periodsMax) throw new Refusal("report.tooLong", { periods: count, most: periodsMax });
  const found = [];
  for (let start = periodOf(from, by); start <= to; start = following(start, by)) {
    const last = later(following(start, by), -1);
    found.push({ from: start < from ? from : start, to: last > to ? to : last });
    if (start >= "9999-12-01" && following(start, by) < start) break;
  }
  return found;
}

function countOf({ from, to }: Range, by: By): number {
  if (by === "month") return monthOf(to) - monthOf(from) + 1;
  const days = (timeOf(periodOf(to, by)) - timeOf(periodOf(from, by))) / dayMs;
  return (by === "week" ? days / 7 : days) + 1;
}
