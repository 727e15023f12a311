import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { BookingRef } from "#core/shipping/carriers/parcel";
import type { ParcelRow } from "#core/shipping/parcel.table";

type Named = Pick<ParcelRow, "id" | "bookingId" | "trackingNumber" | "courier">;

/** Identifies a label to the carrier that made it. @throws if the parcel has no label */
export function bookingRefOf({ id, bookingId, trackingNumber, courier }: Named, country: string): BookingRef {
  if (bookingId === null) throw new Error(`parcel ${id} was booked by nobody`);
  return { id, bookingId, trackingNumber: trackingNumber ?? "", country, courier };
}

/** The same for a parcel booked earlier; the country is that of its location. */
export async function bookingRefIn(change: Change, parcel: Named & Pick<ParcelRow, "locationId">): Promise<BookingRef> {
  const [place] = await change.tx.execute<{ country: string | null }>(sql`
    select address->>'country' as country from locations where id = ${parcel.locationId}`);
  return bookingRefOf(parcel, place?.country ?? "");
}
