import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";

/** Five per second, regardless of calls in progress: further due parcels wait for the next minute. */
export const perMinuteMax = 300;
/** If the answer is lost, the parcel is due again after this long. */
const againSeconds = 6 * 3_600;

/**
 * Asks carriers about all due parcels, in one statement. Parcels with a call in progress are skipped, and a paused
 * carrier does not delay the others. Locked orders are left for the next minute, because their changes may need the
 * parcels' rows, which would be a deadlock. Safe to run twice concurrently.
 * @returns the number of calls written.
 */
export async function sweepTracking(): Promise<number> {
  return inChange(system("sweep-tracking"), async (change) => {
    const ids = Array.from({ length: perMinuteMax }, () => newId("call"));
    const calls = await change.tx.execute(sql`
      with due as (
        select p.id, p.order_id, p.carrier, p.booking_id, p.tracking_number, p.courier, p.shipped_at, p.status = 'voiding' as voiding, l.address->>'country' as country
        from parcels p join orders on orders.id = p.order_id join locations l on l.id = p.location_id
        join providers on providers.code = p.carrier and sealed is not null
          and (paused_until is null or paused_until <= clock_timestamp())
        where p.track_due_at <= now() and p.booking_id is not null
          and p.status in ('shipped', 'voiding')
        order by p.track_due_at, p.id limit ${perMinuteMax}
        for update of p skip locked for key share of orders skip locked
      ), hidden as (
        update parcels set track_due_at = clock_timestamp() + make_interval(secs => ${againSeconds})
        from due where parcels.id = due.id
      ), numbered as (
        select due.*, row_number() over (order by id) as place from due
      )
      insert into calls (id, provider, does, subject_id, order_id, change_id, asked, status, polled, due_at, created_at)
      select (${sql.param(ids)}::text[])[place], carrier, 'track', id, order_id, ${change.id},
        jsonb_build_object('id', id, 'bookingId', booking_id, 'trackingNumber', coalesce(tracking_number, ''),
          'country', coalesce(country, ''), 'courier', courier, 'at', to_json(clock_timestamp()),
          'shippedAt', shipped_at, 'voiding', voiding),
        'asked', true, clock_timestamp(), clock_timestamp()
      from numbered
      on conflict (subject_id, does) where status in ('asked', 'unknown') do nothing
      returning 1`);
    return calls.length;
  });
}
