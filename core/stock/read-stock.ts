import { and, asc, eq, gt } from "drizzle-orm";
import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit";
import type * as stock from "#core/contract/stock";
import { db } from "#core/db/client";
import { Refusal } from "#core/refusal";
import { levelsOf } from "./levels.ts";
import { demands } from "./stock.table.ts";

/** How many of those who wait are named; the total is in `waiting`. */
const waitersMax = 200;

export async function readStock(by: Actor, { id }: InputOf<typeof stock.read>): Promise<stock.VariantStock> {
  const { items } = await levelsOf(by, { variantId: id, limit: 1 });
  const [level] = items;
  if (!level) throw new Refusal("variant.unknown");
  const { lineId, orderId, orderNumber, placedAt, waiting: quantity } = demands;
  const waiters = await db()
    .select({ lineId, orderId, orderNumber, placedAt, quantity })
    .from(demands)
    .where(and(eq(demands.variantId, id), gt(demands.waiting, 0)))
    .orderBy(asc(placedAt), asc(lineId))
    .limit(waitersMax);
  return { ...level, waiters };
}
