/** When a carrier is next asked where a parcel is: often at first, then less and less. */
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";

/** Nothing happens in the first two hours. */
export const firstTrackSeconds = 2 * 3_600;

const secondsMin = 2 * 3_600;
export const secondsMax = 24 * 3_600;
/** Longer than any parcel travels. */
const daysMax = 60;

/**
 * Seconds until the next time: an eighth of the age, at least two hours and at most a day. For a carrier with webhooks
 * at least half a day, in case one was lost. Null if the parcel is too old to be tracked.
 */
export function nextTrackSeconds(ageSeconds: number, sendsWebhooks: boolean): number | null {
  if (ageSeconds > daysMax * 86_400) return null;
  const least = sendsWebhooks ? 12 * 3_600 : secondsMin;
  return Math.min(Math.max(ageSeconds / 8, least), secondsMax);
}

/** The carrier decides on the cancellation later: the parcel is tracked until then, even if tracking had ended. */
export async function lookSoon(change: Change, id: Id<"parcel">): Promise<void> {
  await change.tx.execute(sql`
    update parcels
    set track_due_at = least(track_due_at, clock_timestamp() + make_interval(secs => ${firstTrackSeconds}))
    where id = ${id} and status = 'voiding'`);
}
