import { sql } from "drizzle-orm";
import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit";
import type * as stock from "#core/contract/stock";
import { db } from "#core/db/client";
import { Refusal } from "#core/refusal";
import { levelsOf } from "./levels.ts";
import { demandRows } from "./shelves.ts";

/** How many of those who wait are named; the total is in `waiting`. */
const waitersMax = 200;

export async function readStock(by: Actor, { id }: InputOf<typeof stock.read>): Promise<stock.VariantStock> {
  const { items } = await levelsOf(by, { variantId: id, limit: 1 });
  const [level] = items;
  if (!level) throw new Refusal("variant.unknown");
  const waiters = await demandRows(
    db(),
    sql`where variant_id = ${id} and waiting > 0 order by placed_at, line_id limit ${sql.raw(String(waitersMax))}`,
  );
  return {
    ...level,
    waiters: waiters.map(({ lineId, orderId, orderNumber, placedAt, waiting: quantity }) => ({
      ...{ lineId, orderId, orderNumber, placedAt, quantity },
    })),
  };
}
