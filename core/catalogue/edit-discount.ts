import { and, eq, isNull } from "drizzle-orm";
import { audit, differenceOf } from "#core/audit/record";
import type * as discount from "#core/contract/discount";
import type { Id } from "#core/contract/fields";
import type { InputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { discounts } from "./catalogue.table.ts";
import { refusedDiscount } from "./create-discount.ts";
import { type DiscountRow, refuseEmptyWindow, shownDiscount, worthOf } from "./show-discount.ts";
import { withSaid } from "./with-said.ts";

/** Orders keep the terms they were placed with. The row is held: no order counts a use while the limit changes. */
export async function editDiscount(change: Change, input: InputOf<typeof discount.edit>): Promise<discount.Discount> {
  const { id, expectedVersion: _, basisPoints, amountMinor, ...said } = input;
  const before = await lockedDiscount(change, id);
  const after = { ...said, value: worthOf(before.kind, { basisPoints, amountMinor }, before.value) };
  const row = withSaid(before, after);
  refuseEmptyWindow(row);
  if (row.usageLimit !== null && row.usageLimit < row.used) {
    throw new Refusal("discount.limitBelowUses", { usageLimit: row.usageLimit, used: row.used });
  }
  await orRefuse(change.tx.update(discounts).set(after).where(eq(discounts.id, id)), refusedDiscount);
  await audit(change, "discount.edit", id, differenceOf<Record<string, unknown>>(before, after));
  return shownDiscount(row, (await storeSettings(change.tx)).currency);
}

/** One that has not been removed, held until the change ends. */
export async function lockedDiscount(change: Change, id: Id<"discount">): Promise<DiscountRow> {
  const [row] = await change.tx
    .select()
    .from(discounts)
    .where(and(eq(discounts.id, id), isNull(discounts.archivedAt)))
    .for("update");
  if (!row) throw new Refusal("discount.unknown");
  return row;
}
