import { db } from "#core/db/client";
import { store } from "#core/store/store.table";

const batchMax = 5_000;
const nowhere = "";

/** How much went. */
export interface Removed {
  readonly deliveries: number;
  readonly events: number;
}

/**
 * Removes delivered rows older than the store's retention (SPEC §14, `store.retention_days`), then events that have been
 * sent, are as old, and have no delivery left: a dead or waiting row keeps its body. In small batches, so that no sender
 * waits. Safe to run twice at once. @param until of `performance.now()`: what is left then goes next time.
 */
export async function removeOldDeliveries(until: number): Promise<Removed> {
  const [settings] = await db().select({ days: store.retentionDays }).from(store);
  const days = settings?.days ?? 30;
  return {
    deliveries: await inBatches(until, days, deliveriesAfter),
    events: await inBatches(until, days, eventsAfter),
  };
}

interface Batch {
  readonly removed: number;
  /** The last id looked at; null when there is nothing older left. */
  readonly last: string | null;
}

async function inBatches(until: number, days: number, batchAfter: (id: string, days: number) => Promise<Batch>) {
  let removed = 0;
  let last: string | null = nowhere;
  while (last !== null && performance.now() < until) {
    const batch: Batch = await batchAfter(last, days);
    removed += batch.removed;
    last = batch.last;
  }
  return removed;
}

/** Ids sort by time, so the oldest rows come first, and the first one made within the retention ends it. */
async function deliveriesAfter(after: string, days: number): Promise<Batch> {
  const [batch] = await db().$client<[Batch]>`
    with old as (
      select id, status, delivered_at from webhook_deliveries
      where id > ${after} and created_at < now() - make_interval(days => ${days})
      order by id limit ${batchMax}
    ), removed as (
      delete from webhook_deliveries row using old
      where row.id = old.id and row.status = 'delivered' and row.delivered_at < now() - make_interval(days => ${days})
      returning row.id
    )
    select (select count(*)::int from removed) as removed, (select max(id) from old) as last`;
  return batch;
}

async function eventsAfter(after: string, days: number): Promise<Batch> {
  const [batch] = await db().$client<[Batch]>`
    with old as (
      select id from events
      where id > ${after} and time < now() - make_interval(days => ${days}) and sent_at < now() - make_interval(days => ${days})
      order by id limit ${batchMax}
    ), removed as (
      delete from events using old
      where events.id = old.id and not exists (
        select 1 from webhook_endpoints endpoint
        join webhook_deliveries row on row.endpoint_id = endpoint.id and row.event_id = old.id)
      returning events.id
    )
    select (select count(*)::int from removed) as removed, (select max(id) from old) as last`;
  return batch;
}
