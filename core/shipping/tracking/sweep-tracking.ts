import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";

/** Five a second, whatever is under way: who is due and not among them waits for the next minute. */
export const perMinuteMax = 300;
/** If its answer is lost, it is asked for again after so long. */
const againSeconds = 6 * 3_600;

/**
 * Asks carriers where the parcels are that are due, in one statement. One that is being asked for already is left alone, and
 * a carrier that has paused keeps nobody else waiting. An order that is being worked on is left for the next minute: whoever
 * has it may want its parcels, and would wait for us while we wait for him. Safe to run twice at once.
 * @returns how many were asked after.
 */
export async function sweepTracking(): Promise<number> {
  return inChange(system("sweep-tracking"), async (change) => {
    const ids = Array.from({ length: perMinuteMax }, () => newId("call"));
    const asked = await change.tx.execute(sql`
      with due as (
        select p.id, p.order_id, p.carrier, p.booking_id, p.tracking_number, p.courier, p.shipped_at, p.status = 'voiding' as voiding, l.address->>'country' as country
        from parcels p join orders on orders.id = p.order_id join locations l on l.id = p.location_id
        join providers on providers.code = p.carrier and sealed is not null
          and (paused_until is null or paused_until <= clock_timestamp())
        where p.track_due_at <= clock_timestamp() and p.booking_id is not null
          and p.status in ('shipped', 'voiding')
        order by p.track_due_at, p.id limit ${perMinuteMax}
        for update of p skip locked for key share of orders skip locked
      ), hidden as (
        update parcels set track_due_at = clock_timestamp() + make_interval(secs => ${againSeconds})
        from due where parcels.id = due.id
      ), numbered as (
        select due.*, row_number() over (order by id) as place from due
      )
      insert into calls (id, provider, does, subject_id, order_id, change_id, asked, status, due_at, created_at)
      select (${sql.param(ids)}::text[])[place], carrier, 'track', id, order_id, ${change.id},
        jsonb_build_object('id', id, 'bookingId', booking_id, 'trackingNumber', coalesce(tracking_number, ''),
          'country', coalesce(country, ''), 'courier', courier, 'at', to_json(clock_timestamp()),
          'shippedAt', shipped_at, 'voiding', voiding),
        'asked', clock_timestamp(), clock_timestamp()
      from numbered
      on conflict (subject_id, does) where status in ('asked', 'unknown') do nothing
      returning 1`);
    return asked.length;
  });
}
