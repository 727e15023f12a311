import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as transfer from "#core/contract/transfer";
import { type Change, writeTogether } from "#core/db/change";
import { insertOf } from "#core/db/insert-rows";
import { newId } from "#core/id";
import { lockOpenLocations } from "#core/location/lock-location";
import { invalidField, Refusal } from "#core/refusal";
import { shownTransfer } from "#core/stock/lists/list-transfers";
import { openPlaces, summedLines } from "./change-level.ts";
import { levelAt, newPlan, planMovement, writesOf } from "./plan.ts";
import { serveBackorders } from "./serve-backorders.ts";
import { transferLines, transfers } from "./stock.table.ts";
import { availableOn, lockStockLevels } from "./stock-levels.ts";

/** Moves available units, all lines or none. Lines of the same variant are added up. */
export async function createTransfer(
  change: Change,
  input: InputOf<typeof transfer.create>,
): Promise<transfer.Transfer> {
  const { fromLocationId, toLocationId, reason } = input;
  if (fromLocationId === toLocationId) throw invalidField("toLocationId", "a location other than the one it leaves");
  const lines = summedLines(input.lines);
  const variantIds = lines.map(({ variantId }) => variantId);
  await lockOpenLocations(change, [fromLocationId, toLocationId]);
  await openPlaces(
    change,
    variantIds.map((variantId) => ({ variantId, locationId: toLocationId })),
  );
  const plan = newPlan(await lockStockLevels(change, variantIds));

  const short = lines.flatMap(({ variantId, quantity }) => {
    const level = levelAt(plan, { variantId, locationId: fromLocationId });
    const available = level ? availableOn(level) : 0;
    return available < quantity ? [{ variantId, wanted: quantity, available }] : [];
  });
  if (short.length > 0) throw new Refusal("stock.short", { lines: short });

  const id = newId("transfer");
  const ends = { from: fromLocationId, to: toLocationId };
  for (const { variantId, quantity } of lines) {
    const step = { kind: "transfer", variantId, source: id, ...(reason && { reason }) } as const;
    planMovement(plan, { ...step, locationId: ends.from, counterpartId: ends.to, quantity: -quantity });
    planMovement(plan, { ...step, locationId: ends.to, counterpartId: ends.from, quantity });
  }
  await serveBackorders(change, plan, variantIds);
  const made = { id, fromLocationId, toLocationId, reason: reason ?? null };
  await writeTogether(change.tx, writesOf(change, plan), {
    transferred: insertOf(transfers, [{ ...made, createdAt: change.at, createdBy: change.by.name }]),
    lined: insertOf(
      transferLines,
      lines.map((line) => ({ transferId: id, ...line })),
    ),
  });
  audit(change, "transfer.create", id, {
    after: { fromLocationId, toLocationId, lines, reason: reason ?? null },
  });
  return await shownTransfer(change.tx, id);
}
