/** When a carrier is asked next where a parcel is: often at first, then less and less. */
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";

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

/** Its carrier has taken the cancelling of its label on: what becomes of that is asked for, also where nobody asked after it any more. */
export async function lookSoon(change: Change, id: Id<"parcel">): Promise<void> {
  await change.tx.execute(sql`
    update parcels
    set track_due_at = least(track_due_at, clock_timestamp() + make_interval(secs => ${firstTrackSeconds}))
    where id = ${id} and status = 'voiding'`);
}
