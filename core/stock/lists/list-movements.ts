import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as stock from "#core/contract/stock";
import { db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { idSince, idUntil } from "#core/id";

/** Kinds written several times for every order. */
const ordersKinds: readonly stock.MovementKind[] = ["reserve", "commit", "release", "ship"];
/**
 * The other kinds may not occur for a million entries, so they have their own indexes (`movements_rare`, and for a
 * variant `movements_rare_of_variant`). The indexes' condition must be in the statement, word for word, for PostgreSQL
 * to use them.
 */
const rareKinds = stock.movementKinds.filter((kind) => !ordersKinds.includes(kind));
const ofRareKind = sql.raw(`m.kind in (${rareKinds.map((kind) => `'${kind}'`).join(", ")})`);

type Row = Omit<stock.Movement, "at"> & { readonly at: string };

/** The ledger, newest first. Ids sort by time, so a period is a range of ids and needs no index of its own. */
export async function listMovements(
  by: Actor,
  input: InputOf<typeof stock.movements>,
): Promise<OutputOf<typeof stock.movements>> {
  const { variantId, locationId, orderId, kind, from, to, limit, cursor } = input;
  const after = idOfCursor(cursor, "movement");
  const isFew = variantId !== undefined || orderId !== undefined;
  const conditions: (SQL | false | undefined)[] = [
    sql`true`,
    by.vendorId !== null && isFew && ofOwnVariant(by.vendorId),
    variantId && sql`m.variant_id = ${variantId}`,
    locationId && sql`m.location_id = ${locationId}`,
    orderId && sql`m.order_id = ${orderId}`,
    orderId && by.vendorId !== null && ofOwnOrder(by.vendorId),
    kind && sql`m.kind = any(${sql.param(kind)})`,
    kind?.every((one) => rareKinds.includes(one)) && ofRareKind,
    from && sql`m.at >= ${from.toISOString()}::timestamptz and m.id >= ${idSince("movement", from)}`,
    to && sql`m.at < ${to.toISOString()}::timestamptz and m.id < ${idUntil("movement", to)}`,
    after && sql`m.id < ${after}`,
  ];
  const where = sql.join(
    conditions.filter((condition) => !!condition),
    sql` and `,
  );
  const found =
    by.vendorId === null || isFew ? sql`movements m where ${where}` : ofVendor(by.vendorId, where, rowsFor(limit));
  const rows = await db().execute<{ movement: Row }>(sql`
    select json_build_object(
      'id', m.id, 'changeId', m.change_id, 'at', m.at,
      'by', json_build_object('kind', m.actor_kind, 'id', m.actor_id, 'name', m.actor_name),
      'variantId', m.variant_id, 'sku', v.sku, 'locationId', m.location_id, 'locationName', l.name,
      'kind', m.kind, 'source', m.source,
      'change', json_build_object('onHand', m.on_hand_change, 'reserved', m.reserved_change,
        'committed', m.committed_change),
      'after', json_build_object('onHand', m.on_hand, 'reserved', m.reserved, 'committed', m.committed),
      'orderId', shown.order_id,
      'orderNumber', (select r.order_number from stock_requests r where r.order_id = shown.order_id limit 1),
      'counterpartId', m.counterpart_id, 'reason', m.reason) as movement
    from (select m.* from ${found} order by m.id desc limit ${rowsFor(limit)}) as m
      join variants v on v.id = m.variant_id
      join locations l on l.id = m.location_id
      cross join lateral (select ${by.vendorId === null ? sql`m.order_id` : sql`case when ${ofOwnOrder(by.vendorId)} then m.order_id end`} as order_id) shown
    order by m.id desc`);
  return pageFrom(
    rows,
    limit,
    ({ movement }) => [movement.id],
    ({ movement }) => ({ ...movement, at: new Date(movement.at) }),
  );
}

const ofOwnVariant = (vendorId: Id<"vendor">) => sql`exists (
  select from variants own join products on products.id = own.product_id
  where own.id = m.variant_id and products.vendor_id = ${vendorId})`;

/** A product may have had another vendor, whose orders this one must not see. */
const ofOwnOrder = (vendorId: Id<"vendor">) => sql`exists (
  select from order_lines o where o.order_id = m.order_id and o.vendor_id = ${vendorId})`;

/**
 * A vendor's part of the ledger, by variant: a scan of the ledger would read all other vendors' entries in between. A
 * page of n entries can only come from the n variants with the latest entries.
 */
const ofVendor = (vendorId: Id<"vendor">, where: SQL, count: SQL): SQL => sql`(
    select latest.variant_id
    from products p join variants v on v.product_id = p.id
    cross join lateral (select m.variant_id, m.id from movements m where m.variant_id = v.id and ${where} order by m.id desc limit 1) as latest
    where p.vendor_id = ${vendorId}
    order by latest.id desc limit ${count}) as recent
  cross join lateral (
    select m.* from movements m where m.variant_id = recent.variant_id and ${where} order by m.id desc limit ${count}) as m`;
