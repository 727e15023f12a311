import { audit } from "#core/audit/record";
import type * as discount from "#core/contract/discount";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { deletedUnlessReferred } from "#core/db/refused";
import { discounts } from "./discount.table.ts";
import { lockedDiscount } from "./lock-discount.ts";
import { saidOf } from "./show-discount.ts";

export async function removeDiscount(
  change: Change,
  { id }: InputOf<typeof discount.remove>,
): Promise<OutputOf<typeof discount.remove>> {
  const before = await lockedDiscount(change, id);
  const one = eq(discounts.id, id);
  const deleted = await deletedUnlessReferred(change, (tx) => tx.delete(discounts).where(one));
  if (!deleted && before.archivedAt) return { archived: true };
  if (!deleted) await change.tx.update(discounts).set({ archivedAt: change.at, active: false }).where(one);
  audit(change, "discount.remove", id, { before: saidOf(before), after: { archived: !deleted } });
  return { archived: !deleted };
}
