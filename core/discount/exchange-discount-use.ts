import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { useDiscount as countDiscountUse, hasCode, returnDiscountUse, type UsedDiscount } from "./use-discount.ts";

interface Having {
  readonly id: Id<"order">;
  readonly discountId: Id<"discount"> | null;
  readonly customerId: Id<"customer"> | null;
}

/**
 * Gives back the use of an order's code, and counts a use of another instead; either may be null.
 * @throws Refusal like `useDiscount`.
 */
export async function exchangeDiscountUse(
  change: Change,
  { id, discountId: from, customerId }: Having,
  to: string | null,
  subtotalMinor: number,
): Promise<UsedDiscount | null> {
  // Locked in the order of their ids, as in every change of several discounts.
  if (from !== null && to !== null) {
    await change.tx.execute(sql`
      select from discounts where id = ${from} or ${hasCode(to)} order by id for no key update`);
  }
  if (from !== null) await returnDiscountUse(change, from);
  return to === null ? null : await countDiscountUse(change, to, subtotalMinor, customerId, id);
}
