/** Carriers' webhooks: where parcels are, and the outcomes of label cancellations. */

import { type Id, id as idField } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { inboxOf, type Settled } from "#core/inbox/inbox-of";
import { carriers } from "#core/shipping/carrier-family";
import type { CarrierEvent, ParcelReference } from "#core/shipping/carriers/tracking-events";
import { findLockedParcel } from "#core/shipping/locked-parcel";
import { settleVoidTold } from "./settle-void-told.ts";
import { takeTracking } from "./take-tracking.ts";

export const carrierInbox = inboxOf<CarrierEvent>({
  family: carriers,
  settle: (change, { provider, received }) => takeEvent(change, provider, received),
});

export async function takeEvent(change: Change, carrier: string, { happened }: CarrierEvent): Promise<Settled> {
  if (happened.is === "ignored") return { is: "ignored", says: happened.kind };
  const id = await parcelNamed(change, carrier, happened.parcel);
  const held = id && (await findLockedParcel(change, id));
  if (!held) {
    // Its number is recorded when the booking is settled, which may still be pending.
    if (await isBookingSomething(change, carrier)) return { is: "later", says: "Labels are being booked right now." };
    return { is: "ignored", says: "It is not about a parcel of this store." };
  }
  if (held.parcel.status === "booking") return { is: "later", says: "Its label is still being booked." };
  if (happened.is === "tracked") await takeTracking(change, held, { events: happened.events });
  else if (happened.is === "voided") await settleVoidTold(change, held.parcel.id, { is: "voided" });
  else await settleVoidTold(change, held.parcel.id, { is: "refused", says: happened.says });
  return { is: "settled", says: null };
}

/**
 * By our own id if the carrier returned it, otherwise by its id of the booking, otherwise by the tracking number, which
 * carriers use again: the newest of several.
 */
async function parcelNamed(
  change: Change,
  carrier: string,
  reference: ParcelReference,
): Promise<Id<"parcel"> | undefined> {
  const named = idField("parcel").safeParse(reference.id);
  const [row] = await change.tx.execute<{ id: Id<"parcel"> }>(sql`
    select id from parcels where carrier = ${carrier} and (id = ${named.success ? named.data : null}
      or booking_id = ${reference.bookingId ?? null}
      or upper(tracking_number) collate "C" = upper(${reference.trackingNumber ?? null}))
    order by (id = ${named.success ? named.data : null}) desc nulls last,
      (booking_id = ${reference.bookingId ?? null}) desc nulls last, id desc limit 1`);
  return row?.id;
}

async function isBookingSomething(change: Change, carrier: string): Promise<boolean> {
  const found = await change.tx.execute(sql`
    select 1 from parcels where shipped_at is null and carrier = ${carrier} and status = 'booking' limit 1`);
  return found.length > 0;
}
