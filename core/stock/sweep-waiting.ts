import { sql } from "drizzle-orm";
import { system } from "#core/actor";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/fields";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { carryOut, planOn } from "./plan.ts";
import { serveWaiting } from "./serve-waiting.ts";
import { lockShelves } from "./shelves.ts";

/** Variants a run; the next run takes what is left. */
const variantsMax = 500;

/**
 * Serves lines that wait although there are units for them: those that somebody was at work on when the units came.
 * Each variant is a change of its own, so two sweeps at once take turns and the second finds nothing to do.
 * @returns how many lines were served.
 */
export async function sweepWaiting(): Promise<number> {
  const found = await db().execute<{ variant_id: Id<"variant"> }>(sql`
    select distinct d.variant_id from demands d
    where d.waiting > 0 and exists (
      select from balances b join locations l on l.id = b.location_id
      where b.variant_id = d.variant_id and l.active and b.on_hand > b.reserved + b.committed)
    limit ${variantsMax}`);
  let lines = 0;
  for (const { variant_id: variantId } of found) {
    lines += await inChange(system("sweep-waiting"), async (change) => {
      const plan = planOn(await lockShelves(change, [variantId]));
      const served = await serveWaiting(change, plan, [variantId]);
      await carryOut(change, plan);
      if (served.length > 0) await audit(change, "stock.sweepWaiting", variantId, { after: { served } });
      return served.length;
    });
  }
  return lines;
}
