/** A soak's labels held against the store's parcels, once everything is settled. */
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { SoakCarrier } from "./carrier.ts";

interface Parcel extends Record<string, unknown> {
  readonly id: string;
  readonly status: string;
  readonly booking: string | null;
}

/** A label without a parcel, a parcel without a label, and two of one. */
export async function partedLabels(labels: SoakCarrier["labels"]): Promise<string[]> {
  const parcels = await db().execute<Parcel>(sql`
    select id, status, booking_id as booking from parcels where carrier = 'testcarrier'`);
  // Where a label or its goods could not be taken back, one of the two stays, and the timeline says so.
  const told = await db().execute<{ id: string; number: string }>(sql`
    select after->>'parcelId' as id, after->>'trackingNumber' as number from audit where after ? 'notVoided'`);
  const [toldParcels, toldLabels] = [new Set(told.map(({ id }) => id)), new Set(told.map(({ number }) => number))];
  const good = labels.filter(({ voidedAt }) => voidedAt === null);
  const byId = new Map(parcels.map((parcel) => [parcel.id, parcel]));
  const goodIds = new Set(good.map(({ id }) => id));
  return [
    ...good
      .filter(({ id, reference, trackingNumber }) => {
        return byId.get(reference)?.booking !== id && !toldLabels.has(trackingNumber);
      })
      .map(({ id, reference }) => `label ${id} of ${reference} is nobody's here`),
    ...parcels
      .filter(({ id, booking, status }) => {
        if (booking === null) return status === "booking" || !toldParcels.has(id);
        return !goodIds.has(booking);
      })
      .map(({ id, status, booking }) => `parcel ${id} is ${status}, and its label ${booking} is not there`),
  ];
}
