/** When Delhivery is asked to collect. */

/** In the afternoon, when couriers come. */
export const pickupHour = 14;
const hourMs = 3_600_000;
const indiaAheadMs = 5.5 * hourMs;

/** The first day, but Sunday, on which the hour is at least one hour away: a time that has passed is refused. */
export function pickupDay(at: Date): string {
  let day = new Date(at.getTime() + indiaAheadMs + (24 - pickupHour + 1) * hourMs);
  if (day.getUTCDay() === 0) day = new Date(day.getTime() + 24 * hourMs);
  return day.toISOString().slice(0, 10);
}
