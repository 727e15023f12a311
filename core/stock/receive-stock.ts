import { auditEach } from "#core/audit/record-each";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as stock from "#core/contract/stock";
import { type Change, writeLast } from "#core/db/change";
import {
  applyLevelChange,
  differenceIn,
  type LevelChange,
  lockLevel,
  lockLevels,
  shownLevel,
  summedLines,
} from "./change-level.ts";
import { planMovement, writesOf } from "./plan.ts";
import { serveBackorders } from "./serve-backorders.ts";

/** Receives goods. A variant's first units at a location are entered as its opening stock. */
export async function receiveStock(change: Change, input: InputOf<typeof stock.receive>): Promise<stock.Changed> {
  const { id: variantId, locationId, quantity, expectedOnHand, reason } = input;
  const locked = await lockLevel(change, { variantId, locationId }, expectedOnHand);
  planArrival(locked, quantity, reason);
  return await applyLevelChange(change, "stock.receive", locked, { reason });
}

/** Receives goods of several variants, all lines or none. */
export async function receiveMany(
  change: Change,
  input: InputOf<typeof stock.receiveMany>,
): Promise<OutputOf<typeof stock.receiveMany>> {
  const { locationId, reason } = input;
  const lines = summedLines(input.lines);
  const variantIds = lines.map(({ variantId }) => variantId);
  const { plan, changes } = await lockLevels(
    change,
    variantIds.map((variantId) => ({ variantId, locationId })),
  );
  for (const [nth, locked] of changes.entries()) planArrival(locked, lines[nth]?.quantity ?? 0, reason);
  const served = await serveBackorders(change, plan, variantIds);
  writeLast(change, writesOf(change, plan));
  const variantOf = new Map(plan.allocations.map(({ lineId, variantId }) => [lineId, variantId]));
  const entries = changes.map((locked) => {
    const { variantId } = locked.level;
    const own = served.filter(({ lineId }) => variantOf.get(lineId) === variantId);
    return { subjectId: variantId, ...differenceIn(locked, { reason, served: own }) };
  });
  auditEach(change, "stock.receiveMany", "variant", entries);
  return { levels: changes.map(({ level }) => shownLevel(level)), served };
}

function planArrival({ plan, level, first }: LevelChange, quantity: number, reason: string | undefined): void {
  const { variantId, locationId } = level;
  const kind = first ? "opening" : "receive";
  planMovement(plan, { kind, variantId, locationId, quantity, ...(reason && { reason }) });
}
