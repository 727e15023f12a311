/** Initial data for tests of stock, created by the core's own verbs. */

import { expect } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { and, eq, sql } from "#core/db/drizzle";
import { locations } from "#core/location/location.table";
import type { Place } from "#core/stock/ledger";
import { receiveStock } from "#core/stock/receive-stock";
import { stockLevels } from "#core/stock/stock.table";
import { aLocation, aProduct } from "./catalogue.ts";

export const tester = system("test");

/** An open location. Stock is allocated first from those created first, unless `priority` says otherwise. */
export async function aStockroom({ priority = 100, active = true } = {}): Promise<Id<"location">> {
  const { id } = await aLocation({ priority });
  if (!active) await closes(id);
  return id;
}

/** Closes a location even with stock, which its own verb would refuse. */
export async function closes(locationId: Id<"location">): Promise<void> {
  await db().update(locations).set({ active: false }).where(eq(locations.id, locationId));
}

interface VariantGiven {
  readonly barcode?: string;
  readonly continueSelling?: boolean;
  readonly trackStock?: boolean;
  readonly lowStockThreshold?: number;
  readonly vendorId?: Id<"vendor"> | null;
  readonly sku?: string;
  readonly title?: string;
  readonly priceMinor?: number;
}

/** A variant on sale that has no stock yet. */
export async function aStocklessVariant({ vendorId = null, title = "Teapot", ...given }: VariantGiven = {}) {
  const { variants } = await aProduct({ title, vendorId, variants: [{ priceMinor: 1999, ...given }] });
  return variants[0]!.id;
}

/** This many units of a new variant at a new location, or of the given variant or at the given location. */
export async function aVariantInStock(
  quantity: number,
  {
    variantId: given,
    locationId: there,
    ...variant
  }: VariantGiven & { variantId?: Id<"variant">; locationId?: Id<"location"> } = {},
): Promise<Place> {
  const variantId = given ?? (await aStocklessVariant(variant));
  const locationId = there ?? (await aStockroom());
  if (quantity > 0) await receives({ variantId, locationId }, quantity);
  return { variantId, locationId };
}

/** Goods arrive. */
export const receives = ({ variantId, locationId }: Place, quantity: number) =>
  inChange(tester, (change) => receiveStock(change, { id: variantId, locationId, quantity }));

const nothing = { onHand: 0, reserved: 0, committed: 0 };

export async function stockLevelAt({ variantId, locationId }: Place) {
  const { onHand, reserved, committed } = stockLevels;
  const [balance] = await db()
    .select({ onHand, reserved, committed })
    .from(stockLevels)
    .where(and(eq(stockLevels.variantId, variantId), eq(stockLevels.locationId, locationId)));
  return balance ?? nothing;
}

/** What must hold whenever no work is in progress: the doctor's checks of stock, over the whole database. */
export async function expectStockToAddUp(): Promise<void> {
  const wrong = await db().execute(sql`
    select 'ledger' as what, coalesce(b.variant_id, m.variant_id) as variant_id, coalesce(b.location_id, m.location_id) as at
    from stock_levels b full join (
      select variant_id, location_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved,
        sum(committed_change) as committed
      from movements group by variant_id, location_id
    ) m on m.variant_id = b.variant_id and m.location_id = b.location_id
    where (b.on_hand, b.reserved, b.committed) is distinct from
      (coalesce(m.on_hand, 0), coalesce(m.reserved, 0), coalesce(m.committed, 0))
    union all
    select 'last entry', b.variant_id, b.location_id
    from stock_levels b, lateral (
      select on_hand, reserved, committed from movements m
      where m.variant_id = b.variant_id and m.location_id = b.location_id order by id desc limit 1
    ) m
    where (b.on_hand, b.reserved, b.committed) <> (m.on_hand, m.reserved, m.committed)
    union all
    select 'allocations', b.variant_id, b.location_id
    from stock_levels b left join (
      select a.variant_id, a.location_id,
        sum(a.quantity) filter (where r.kind = 'reserved') as reserved,
        sum(a.quantity) filter (where r.kind = 'committed') as committed
      from allocations a join stock_requests r on r.line_id = a.line_id and r.variant_id = a.variant_id
      group by a.variant_id, a.location_id
    ) a on a.variant_id = b.variant_id and a.location_id = b.location_id
    where (b.reserved, b.committed) <> (coalesce(a.reserved, 0), coalesce(a.committed, 0))`);
  expect([...wrong]).toEqual([]);
}

/** Lines that wait although an open location has units for them, for the sweep to fill. */
export async function servableBackorders(): Promise<number> {
  const [found] = await db().execute<{ lines: number }>(sql`
    select count(*)::integer as lines from stock_requests r where backordered > 0 and exists (
      select from stock_levels b join locations l on l.id = b.location_id
      where b.variant_id = r.variant_id and l.active and b.on_hand > b.reserved + b.committed)`);
  return found?.lines ?? 0;
}
