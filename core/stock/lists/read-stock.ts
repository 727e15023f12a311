import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as stock from "#core/contract/stock";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { servingOrder } from "#core/stock/serve-backorders";
import { stockRequestRows } from "#core/stock/stock-levels";
import { listLevels } from "./variant-stock.ts";

/** A product may have had another vendor, whose orders this one must not see. */
const ofOwnLine = ({ vendorId }: Actor) =>
  vendorId === null
    ? sql``
    : sql`and exists (select from order_lines o where o.id = line_id and o.vendor_id = ${vendorId})`;

/** How many backordered lines are listed; the total is in `backordered`. */
const backordersMax = 200;

export async function readStock(by: Actor, { id }: InputOf<typeof stock.read>): Promise<stock.VariantStockDetail> {
  const { items } = await listLevels(by, { variantId: id, limit: 1 });
  const [level] = items;
  if (!level) throw new Refusal("variant.unknown");
  const backorders = await stockRequestRows(
    db(),
    sql`where variant_id = ${id} and backordered > 0 ${ofOwnLine(by)} order by ${servingOrder} limit ${sql.raw(String(backordersMax))}`,
  );
  return {
    ...level,
    backorders: backorders.map(({ lineId, orderId, orderNumber, placedAt, kind, backordered: quantity }) => ({
      ...{ lineId, orderId, orderNumber, placedAt, kind, quantity },
    })),
  };
}
