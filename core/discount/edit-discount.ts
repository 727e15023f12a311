import { editOf } from "#core/audit/edit-of";
import { audit, differenceOf } from "#core/audit/record";
import type * as discount from "#core/contract/discount";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { Refusal, refuseEmptyPeriod } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { discounts, refusedDiscount } from "./discount.table.ts";
import { lockedDiscount } from "./lock-discount.ts";
import { saidOf, shownDiscount, worthOf } from "./show-discount.ts";

/**
 * Orders keep the terms they were placed with. The row is locked, so no use is counted while the limit changes.
 * Enabling an archived code restores it, unless another discount has the code now.
 */
export async function editDiscount(change: Change, input: InputOf<typeof discount.edit>): Promise<discount.Discount> {
  const { id, basisPoints, amountMinor, ...fields } = input;
  const before = await lockedDiscount(change, id);
  const value = worthOf(before.kind, { basisPoints, amountMinor }, before.value);
  const archivedAt = fields.active ? null : before.archivedAt;
  const { after: row, difference } = editOf(before, { ...fields, value, archivedAt });
  const { currency } = await storeSettings(change.tx);
  if (!difference) return shownDiscount(before, currency);
  refuseEmptyPeriod(row);
  if (row.usageLimit !== null && row.usageLimit < row.used) {
    throw new Refusal("discount.limitBelowUses", { usageLimit: row.usageLimit, used: row.used });
  }
  await orRefuse(change.tx.update(discounts).set(row).where(eq(discounts.id, id)), refusedDiscount(row));
  audit(change, "discount.edit", id, differenceOf(saidOf(before), saidOf(row)));
  return shownDiscount(row, currency);
}
