/** When a carrier is asked next where a parcel is: often at first, then less and less. */

/** Nothing happens in the first hours. */
export const firstTrackSeconds = 2 * 3_600;

const secondsMin = 2 * 3_600;
export const secondsMax = 24 * 3_600;
/** Longer than any parcel travels. */
const daysMax = 60;

/**
 * Seconds until the next time: an eighth of the age, two hours at least and a day at most. Of a carrier that tells by
 * itself half a day at least, for what was lost on its way. Null when the parcel is too old to be asked after.
 */
export function nextTrackSeconds(ageSeconds: number, tellsByItself: boolean): number | null {
  if (ageSeconds > daysMax * 86_400) return null;
  const least = tellsByItself ? 12 * 3_600 : secondsMin;
  return Math.min(Math.max(ageSeconds / 8, least), secondsMax);
}
