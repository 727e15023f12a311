/** The first and the last year, in UTC, that a time may be in. */
export type Years = readonly [first: number, last: number];

/** Databases write more than milliseconds, which are left out, and +00. */
const timeForm =
  /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(?:(?<=\.\d{3})\d{1,6})? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/;

/** Null without a zone, because the moment is then unknown; also for days that do not exist, and for other years. */
export function timeIn(text: string, [first, last]: Years): Date | null {
  const found = timeForm.exec(text);
  if (!found) return null;
  const [, day = "", time, zone = "Z"] = found;
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).slice(-2) || "00"}` : "Z";
  const at = new Date(`${day}T${time}${offset}`);
  // The year of an invalid time is NaN, which no range contains.
  return at.getUTCFullYear() >= first && at.getUTCFullYear() <= last ? at : null;
}
