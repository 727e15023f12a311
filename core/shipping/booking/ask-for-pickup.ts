import { ask } from "#core/call/ask";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { OrderRow } from "#core/order/order.table";
import { carriers } from "#core/shipping/carrier-family";
import type { BookingRef, PickupRequest } from "#core/shipping/carriers/parcel";
import type { ParcelRow } from "#core/shipping/parcel.table";
import { storeSettings } from "#core/store/settings";

/** Requests the collection of a booked parcel from carriers that only come on request. */
export async function askForPickup(change: Change, row: OrderRow, parcel: ParcelRow, ref: BookingRef): Promise<void> {
  const adapter = await carriers.load(parcel.carrier);
  if (!adapter?.pickup) return;
  const [place] = await change.tx.execute<{
    address: PickupRequest["from"]["address"] | null;
    phone: string | null;
    pickupPlace: string | null;
  }>(sql`
    select address, phone, pickup_places->>${parcel.carrier} as "pickupPlace" from locations where id = ${parcel.locationId}`);
  if (!place?.address) return;
  const { name } = await storeSettings(change.tx);
  const request: PickupRequest = {
    bookings: [ref],
    from: { name, address: place.address, ...(place.phone && { phone: place.phone }) },
    ...(place.pickupPlace && { pickupPlace: place.pickupPlace }),
    at: change.at,
  };
  await ask(change, {
    provider: parcel.carrier,
    does: "pickup",
    subjectId: parcel.id,
    orderId: row.id,
    asked: request,
  });
}
