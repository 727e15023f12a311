/** Times in the store's time zone, whoever looks from wherever. */

const dayMs = 86_400_000;

/** Which calendar day it is at the store: "2026-09-30". */
export const dayAt = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(time);

/** When a day of the store's calendar begins, on the wire. */
export function dayStart(day: string, timeZone: string): string {
  const midnight = new Date(`${day}T00:00:00Z`);
  // What the store's clocks show at that moment says how far they are off; twice, for the offset may change that day.
  let start = midnight.getTime();
  for (let round = 0; round < 2; round++) start = midnight.getTime() - offsetMs(new Date(start), timeZone);
  return new Date(start).toISOString();
}

function offsetMs(time: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(time);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

export function timeText(iso: string, timeZone: string): string {
  const time = new Date(iso);
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(time);
  const day = dayAt(time, timeZone);
  const now = Date.now();
  if (day === dayAt(new Date(now), timeZone)) return `Today, ${clock}`;
  if (day === dayAt(new Date(now - dayMs), timeZone)) return `Yesterday, ${clock}`;
  const sameYear = day.slice(0, 4) === dayAt(new Date(now), timeZone).slice(0, 4);
  const date = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    day: "numeric",
    month: "short",
    ...(!sameYear && { year: "numeric" }),
  }).format(time);
  return `${date}, ${clock}`;
}

/** As it stands on paper, where "today" soon means another day: "20 November 2026". */
export const dateText = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "long" }).format(new Date(iso));
