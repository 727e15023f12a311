import { system } from "#core/actor";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import { type Change, inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import type { TimeLeft } from "#core/time-left";
import { applyPlan, newPlan } from "./plan.ts";
import { serveBackorders } from "./serve-backorders.ts";
import { lockStockLevels } from "./stock-levels.ts";

/** How many variants are read at a time. */
const batch = 500;

/**
 * Serves lines that are backordered although there are units for them, because they were locked when the units arrived.
 * Each variant is a separate change, so two sweeps at once take turns and the second finds nothing to do. A variant
 * that fails is logged and left; it holds up no other.
 * @param timeLeft once it is up no variant is begun.
 * @returns how many lines were served.
 */
export async function sweepBackorders(timeLeft: TimeLeft = () => Number.POSITIVE_INFINITY): Promise<number> {
  let lines = 0;
  for (let last = ""; ; ) {
    const found = await servableBackorders(last);
    for (const variantId of found) {
      if (timeLeft() <= 0) return lines;
      try {
        lines += await inChange(system("sweep-backorders"), (change) => serveAll(change, variantId));
      } catch (error) {
        log.error("waiting lines could not be served", { variantId, error });
      }
      last = variantId;
    }
    if (found.length < batch) return lines;
  }
}

async function servableBackorders(after: string): Promise<Id<"variant">[]> {
  const found = await db().execute<{ variant_id: Id<"variant"> }>(sql`
    select distinct r.variant_id from stock_requests r
    where r.backordered > 0 and r.variant_id > ${after} and exists (
      select from stock_levels b join locations l on l.id = b.location_id
      where b.variant_id = r.variant_id and l.active and b.on_hand > b.reserved + b.committed)
    order by r.variant_id limit ${sql.raw(String(batch))}`);
  return found.map((row) => row.variant_id);
}

async function serveAll(change: Change, variantId: Id<"variant">): Promise<number> {
  const plan = newPlan(await lockStockLevels(change, [variantId]));
  const served = await serveBackorders(change, plan, [variantId]);
  await applyPlan(change, plan);
  if (served.length > 0) audit(change, "stock.sweepBackorders", variantId, { after: { served } });
  return served.length;
}
