/** The end of a soak for its carrier: everything that was asked is settled, and its labels are held against our parcels. */
import { setTimeout as wait } from "node:timers/promises";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { handler as makeCalls } from "#functions/worker/make-calls";
import { handler as takeInbox } from "#functions/worker/take-inbox";
import { invocation } from "#test/support/invocation";
import type { SoakCarrier } from "./carrier.ts";

const withinMs = 60_000;

/** Until nothing is under way any more, or the time is up. Nobody else works: what a dead worker has claimed is nobody's. */
async function settleAll(): Promise<number> {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    await db().execute(sql`update providers set paused_until = null`);
    await db().execute(sql`update calls set due_at = clock_timestamp() where due_at is not null`);
    await db().execute(sql`update inbox set due_at = clock_timestamp() where due_at is not null`);
    await makeCalls({ Records: [] }, invocation);
    await takeInbox({ Records: [] }, invocation);
    const [row] = await db().execute<{ left: number }>(sql`
      select count(*)::integer as left from calls where status in ('asked', 'unknown')`);
    const left = row?.left ?? 0;
    if (left === 0 || performance.now() > endsAt) return left;
    await wait(100);
  }
}

interface Parcel extends Record<string, unknown> {
  readonly id: string;
  readonly status: string;
  readonly booking: string | null;
}

/** What does not add up once everything is settled; and what nobody has settled. */
export async function faultsWith({ labels, calm }: SoakCarrier): Promise<string[]> {
  calm();
  const left = await settleAll();
  return [...(left > 0 ? [`${left} calls were never settled`] : []), ...(await partedLabels(labels))];
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
