import { sql } from "drizzle-orm";
import type { Change } from "#core/db/change";
import type { BookingRef } from "./carriers/parcel.ts";
import type { ParcelRow } from "./parcel.table.ts";

type Named = Pick<ParcelRow, "id" | "bookingId" | "trackingNumber" | "courier">;

/** By which a carrier knows a label that it has made. @throws when it has made none */
export function bookingRefOf({ id, bookingId, trackingNumber, courier }: Named, country: string): BookingRef {
  if (bookingId === null) throw new Error(`parcel ${id} was booked by nobody`);
  return { id, bookingId, trackingNumber: trackingNumber ?? "", country, courier };
}

/** The same for a parcel whose label was made before: it left from where its location is. */
export async function bookingRefIn(change: Change, parcel: Named & Pick<ParcelRow, "locationId">): Promise<BookingRef> {
  const [place] = await change.tx.execute<{ country: string | null }>(sql`
    select address->>'country' as country from locations where id = ${parcel.locationId}`);
  return bookingRefOf(parcel, place?.country ?? "");
}
