import { erasedEmail } from "#core/contract/parts/order-shapes";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { letOthersPass } from "#core/db/let-others-pass";
import { idUntil } from "#core/id";
import { store } from "#core/store/store.table";
import type { TimeLeft } from "#core/time-left";

const dayMs = 24 * 60 * 60 * 1000;
const batchMax = 5_000;
/** Written into the statements: the planner assumes that a limit it cannot see is a tenth of the table. */
const oneBatch = sql.raw(String(batchMax));
const nowhere = "";

/** How much was removed. */
export interface Removed {
  /** Partitions of the deliveries, each a week or the rest of earlier ones. */
  readonly weeks: number;
  /** One by one. */
  readonly deliveries: number;
  readonly events: number;
}

/**
 * Removes delivered rows older than the store's retention (`store.retention_days`), then events that were sent, are as
 * old, and have no delivery left: a dead or pending row keeps its body, unless its order's customer was erased. Whole
 * weeks of deliveries are dropped. Rows kept longer in the oldest partition, and events, are removed in small batches,
 * so that no sender waits, and the rest when the time is up next time. Safe to run twice at once.
 */
export async function removeOldDeliveries(timeLeft: TimeLeft): Promise<Removed> {
  const [settings] = await db().select({ days: store.retentionDays }).from(store);
  const days = settings?.days ?? 30;
  const { dropped, below } = await dropPastWeeks();
  return {
    weeks: dropped,
    deliveries: await inBatches(timeLeft, days, deliveriesAfter(below)),
    events: (await inBatches(timeLeft, days, eventsAfter)) + (await inBatches(timeLeft, days, erasedAfter)),
  };
}

/** How long it may search, without blocking anything, for the rows that dropping a week must keep. */
const lookMsMax = 300_000;

/** How many partitions were dropped, and below which event id rows may have to be removed one by one. */
async function dropPastWeeks(): Promise<{ readonly dropped: number; readonly below: string }> {
  const [went] = await letOthersPass(() =>
    db().$client.begin(async (sql) => {
      await sql`select set_config('statement_timeout', ${String(lookMsMax)}, true)`;
      return sql<{ dropped: number; below: string }[]>`select dropped, below from drop_past_deliveries()`;
    }),
  );
  return went ?? { dropped: 0, below: nowhere };
}

type Batch = {
  readonly removed: number;
  /** If fewer than a batch, there is nothing older left. */
  readonly looked: number;
  /** The last id looked at; null if there was none. */
  readonly last: string | null;
};
type BatchAfter = (id: string, days: number) => Promise<readonly Batch[]>;

async function inBatches(timeLeft: TimeLeft, days: number, batchAfter: BatchAfter): Promise<number> {
  let removed = 0;
  let after = nowhere;
  while (timeLeft() > 0) {
    const [batch] = await batchAfter(after, days);
    removed += batch?.removed ?? 0;
    if (!batch?.last || batch.looked < batchMax) break;
    after = batch.last;
  }
  return removed;
}

/** Ids sort by time: this bound ends the scan where the retention begins, so that no newer row is read. */
const bound = (kind: "delivery" | "event", days: number) => idUntil(kind, new Date(Date.now() - days * dayMs));

const before = (days: number) => sql`now() - make_interval(days => ${days})`;

const deliveriesAfter =
  (below: string): BatchAfter =>
  (after, days) =>
    db().execute<Batch>(sql`
    with old as (
      select id from webhook_deliveries
      where event_id < ${below} and id > ${after} and id < ${bound("delivery", days)} and created_at < ${before(days)}
      order by id limit ${oneBatch}
    ), removed as (
      delete from webhook_deliveries row using old
      where row.event_id < ${below} and row.id = old.id and row.status = 'delivered' and row.delivered_at < ${before(days)}
      returning row.id
    )
    select (select count(*)::int from removed) as removed, count(*)::int as looked, max(id) as last from old`);

const eventsAfter: BatchAfter = (after, days) =>
  db().execute<Batch>(sql`
    with old as (
      select id from events
      where id > ${after} and id < ${bound("event", days)} and time < ${before(days)}
        and fanned_out_at < ${before(days)}
      order by id limit ${oneBatch}
    ), removed as (
      delete from events using old
      where events.id = old.id and not exists (
        select 1 from webhook_endpoints endpoint
        join webhook_deliveries row on row.endpoint_id = endpoint.id and row.event_id = old.id)
      returning events.id
    )
    select (select count(*)::int from removed) as removed, count(*)::int as looked, max(id) as last from old`);

/** Those left that tell of people who were erased, or of their carts, with whatever was still to be sent or retried. */
const erasedAfter: BatchAfter = (after, days) =>
  db().execute<Batch>(sql`
    with old as (
      select id, name, subject_id from events
      where id > ${after} and id < ${bound("event", days)} and time < ${before(days)}
        and fanned_out_at < ${before(days)}
      order by id limit ${oneBatch}
    ), erased as (
      select id from old
      where exists (select from orders where orders.id = subject_id and orders.email = ${erasedEmail})
        or (name = 'cart.abandoned'
          and not exists (select from carts where carts.id = subject_id and carts.email is not null))
    ), unsent as (
      -- The index on (endpoint, event) begins with the endpoint.
      delete from webhook_deliveries where event_id = any(array(select id from erased))
        and endpoint_id = any(array(select id from webhook_endpoints))
    ), removed as (
      delete from events where id = any(array(select id from erased)) returning id
    )
    select (select count(*)::int from removed) as removed, count(*)::int as looked, max(id) as last from old`);
