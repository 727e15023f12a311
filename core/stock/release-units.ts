import type { Change } from "#core/db/change";
import { lineIdsOf, type Released, releaseLine, variantIdsOf } from "./edit-promises.ts";
import { carryOut, planOn } from "./plan.ts";
import { serveWaiting } from "./serve-waiting.ts";
import { lockDemandsOf, lockShelves } from "./shelves.ts";

/**
 * Gives units back: first what a line waits for, then what it holds at the location that is asked last. What became
 * available goes to the lines that wait, the oldest order first.
 */
export async function releaseUnits(change: Change, lines: readonly Released[]): Promise<void> {
  if (lines.length === 0) return;
  const own = await lockDemandsOf(
    change,
    lines.map(({ lineId }) => lineId),
  );
  if (own.length === 0) return;
  const shelves = await lockShelves(change, variantIdsOf(own), lineIdsOf(own));
  const plan = planOn(shelves);
  for (const line of lines) releaseLine(plan, own, line);
  await serveWaiting(change, plan, variantIdsOf(own));
  await carryOut(change, plan);
}
