/** Times in the store's time zone, whoever looks from wherever. */

const dayMs = 86_400_000;

const kept = new Map<string, Intl.DateTimeFormat>();

/** A formatter made once: making one costs a hundred times what using it does, and a list of 200 rows uses a thousand. */
export function timeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${locale} ${JSON.stringify(options)}`;
  const made = kept.get(name) ?? new Intl.DateTimeFormat(locale, options);
  kept.set(name, made);
  return made;
}

/** Which calendar day it is at the store: "2026-09-30". */
export const dayAt = (time: Date, timeZone: string): string => timeFormat("en-CA", { timeZone }).format(time);

/** What the store's clocks show, for a field of a form: "2026-09-30T18:30". */
export const clockText = (time: string | number, timeZone: string): string =>
  timeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(new Date(time)).replace(" ", "T");

/** The moment at which the store's clocks show this, on the wire. */
export function momentIn(shown: string, timeZone: string): string {
  const wanted = Date.parse(`${shown}Z`);
  // What the clocks show at a guess says how far it is off; twice, for the offset may change in between.
  let guess = wanted;
  for (let round = 0; round < 2; round++) guess += wanted - Date.parse(`${clockText(guess, timeZone)}Z`);
  return new Date(guess).toISOString();
}

/** When a day of the store's calendar begins, on the wire. */
export const dayStart = (day: string, timeZone: string): string => momentIn(`${day}T00:00`, timeZone);

/** Days of the store's calendar, "2026-09-30", both included. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** From the first of these days to the end of the last one, as lists are asked for it. */
export const daysAsked = ({ from, to }: Days, timeZone: string) => ({
  ...(from && { from: dayStart(from, timeZone) }),
  ...(to && { to: dayStart(daysAfter(to, 1), timeZone) }),
});

const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** What is asked for most. */
export function recentDays(timeZone: string): (Required<Days> & { readonly name: string })[] {
  const today = dayAt(new Date(), timeZone);
  const yesterday = daysAfter(today, -1);
  return [
    { name: "Today", from: today, to: today },
    { name: "Yesterday", from: yesterday, to: yesterday },
    { name: "Last 7 days", from: daysAfter(today, -6), to: today },
    { name: "Last 30 days", from: daysAfter(today, -29), to: today },
  ];
}

/** "Today", "3 Nov – 9 Nov", "Since 3 Nov". */
export function daysText({ from, to }: Days, timeZone: string): string {
  const recent = recentDays(timeZone).find((days) => days.from === from && days.to === to);
  if (recent) return recent.name;
  if (from && to) return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
  if (from) return `Since ${dayText(from)}`;
  return to ? `Until ${dayText(to)}` : "Any day";
}

/** With its year only when that is another one. */
function dayText(day: string): string {
  const year = day.startsWith(`${new Date().getUTCFullYear()}-`) ? {} : ({ year: "numeric" } as const);
  return timeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short", ...year }).format(Date.parse(day));
}

export function timeText(iso: string, timeZone: string): string {
  const time = new Date(iso);
  const clock = timeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(time);
  const day = dayAt(time, timeZone);
  const now = Date.now();
  if (day === dayAt(new Date(now), timeZone)) return `Today, ${clock}`;
  if (day === dayAt(new Date(now - dayMs), timeZone)) return `Yesterday, ${clock}`;
  const sameYear = day.slice(0, 4) === dayAt(new Date(now), timeZone).slice(0, 4);
  const year = sameYear ? {} : ({ year: "numeric" } as const);
  const date = timeFormat("en-GB", { timeZone, day: "numeric", month: "short", ...year }).format(time);
  return `${date}, ${clock}`;
}

/** As it stands on paper, where "today" soon means another day: "20 November 2026". */
export const dateText = (iso: string, timeZone: string): string =>
  timeFormat("en-GB", { timeZone, dateStyle: "long" }).format(new Date(iso));
