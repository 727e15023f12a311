import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { touchOrder } from "#core/order/lock";
import { settingsOf } from "#core/provider/sealed-settings";
import { settleVoid } from "#core/shipping/booking/settle-void";
import { carriers } from "#core/shipping/carrier-family";
import type { Tracked } from "#core/shipping/carriers/tracking-events";
import { arrive } from "#core/shipping/deliver";
import type { LockedParcel } from "#core/shipping/locked-parcel";
import { mergedEvents } from "./merge-events.ts";
import { nextTrackSeconds, secondsMax } from "./next-look.ts";
import { settleVoidTold } from "./settle-void-told.ts";

/**
 * Records where a parcel is; news may be repeated or out of order. The newest event by the carrier's own clock
 * determines its status. Delivered at the carrier marks it delivered here, once: a later correction by staff stays.
 * Returned at the carrier is shown, but never restocked automatically.
 */
export async function takeTracking(
  change: Change,
  held: LockedParcel,
  { events, trackingUrl, voidRefused, askedAt }: Tracked & { readonly askedAt?: Date },
): Promise<void> {
  const { row, parcel } = held;
  const { tracking, status, isNews, isMore } = mergedEvents(parcel.tracking, events, askedAt ?? change.at);
  const hasEnded = status === "delivered" || status === "returned" || status === "voided";
  const isOver = hasEnded && parcel.status !== "voiding";
  const wait = isOver ? null : await waitOf(change, held);
  await change.tx.execute(sql`
    update parcels set tracking = ${JSON.stringify(tracking)}::jsonb, track_status = ${status},
      tracking_url = coalesce(tracking_url, ${trackingUrl ?? null}),
      track_due_at = case when ${wait === null} then null
        else clock_timestamp() + make_interval(secs => ${wait ?? 0}) end
    where id = ${parcel.id}`);
  if (status === "delivered" && isNews && parcel.shippedAt !== null && parcel.status !== "delivered") {
    // A parcel that has arrived is no longer cancelled, whatever becomes of its label.
    await settleVoid(change, parcel.id, { is: "refused", says: "It has arrived." });
    return arrive(change, row, parcel.id);
  }
  if (status === "voided" && (isNews || parcel.status === "voiding")) {
    await settleVoidTold(change, parcel.id, { is: "voided" });
    if (parcel.status === "voiding") return;
  }
  if (voidRefused !== undefined && parcel.status === "voiding")
    return settleVoidTold(change, parcel.id, { is: "refused", says: voidRefused });
  if (isMore) await touchOrder(change, row.id);
}

/** Schedules another look at a parcel that the carrier does not know yet, or gave no answer about. */
export async function lookAgainLater(change: Change, held: LockedParcel): Promise<void> {
  const wait = await waitOf(change, held);
  await change.tx.execute(sql`
    update parcels set track_due_at = case when ${wait === null} then null
      else clock_timestamp() + make_interval(secs => ${wait ?? 0}) end
    where id = ${held.parcel.id}`);
}

async function waitOf(change: Change, { parcel }: LockedParcel): Promise<number | null> {
  const adapter = await carriers.load(parcel.carrier);
  if (!adapter?.track || parcel.bookingId === null) return null;
  const since = parcel.shippedAt ?? change.at;
  const settings = adapter.receives && (await settingsOf(parcel.carrier, change.tx));
  const sendsWebhooks = settings !== undefined && adapter.receives?.isSetUp?.(settings) !== false;
  const wait = nextTrackSeconds((change.at.getTime() - since.getTime()) / 1_000, sendsWebhooks);
  return parcel.status === "voiding" ? (wait ?? secondsMax) : wait;
}
