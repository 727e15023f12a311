import type { Discount } from "#core/contract/discount";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { and, eq, gt, isNull, lte, or, type SQL, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { discounts } from "./discount.table.ts";

/**
 * The terms of a discount code. The value is in basis points for a percentage, in minor units for a fixed amount, and
 * null for free shipping.
 */
export interface DiscountTerms {
  readonly kind: Discount["kind"];
  readonly value: number | null;
  readonly minimumMinor: number;
}

export interface UsedDiscount extends DiscountTerms {
  readonly id: Id<"discount">;
  readonly code: string;
}

type DiscountRow = typeof discounts.$inferSelect;

/**
 * Counts one use of a code, within the order's change, and returns its terms. The update is conditional: of two orders
 * that race for the last use, the second waits for the first and then finds none left.
 * @param subtotalMinor the lines' total before any discount.
 * @param orderId the order that gets the code, if it exists already: it does not count as another use by the customer.
 * @throws Refusal `discount.unknown`, `.notYet`, `.over` (also if disabled), `.minimum`, `.usedUp` or
 * `.usedByCustomer`.
 */
export async function useDiscount(
  change: Change,
  code: string,
  subtotalMinor: number,
  customerId: Id<"customer"> | null,
  orderId: Id<"order"> | null = null,
): Promise<UsedDiscount> {
  const named = hasCode(code);
  const [used] = await change.tx
    .update(discounts)
    .set({ used: sql`${discounts.used} + 1` })
    .where(
      and(
        named,
        discounts.active,
        or(isNull(discounts.startsAt), lte(discounts.startsAt, change.at)),
        or(isNull(discounts.endsAt), gt(discounts.endsAt, change.at)),
        lte(discounts.minimumMinor, subtotalMinor),
        or(isNull(discounts.usageLimit), sql`${discounts.used} < ${discounts.usageLimit}`),
      ),
    )
    .returning();
  if (used) {
    await refuseUsedByCustomer(change, used, customerId, orderId);
    return termsOf(used);
  }
  const [row] = await change.tx.select().from(discounts).where(named);
  throw row ? (refusalOf(row, change.at, subtotalMinor) ?? usedUp(row)) : new Refusal("discount.unknown", { code });
}

/**
 * The condition for the discount with a code: in any case, and with a letter and its mark as one character or as two.
 * Never more than one, although codes were once stored as they were typed.
 */
export function hasCode(code: string): SQL {
  const forms = [...new Set([code, code.normalize("NFC"), code.normalize("NFD")])].map((form) => sql`upper(${form})`);
  return sql`discounts.id = (
    select id from discounts alike where upper(code) in (${sql.join(forms, sql`, `)}) and archived_at is null
    order by upper(code) = upper(${code}) desc, id limit 1)`;
}

/** The code's row is locked by the update before, so a customer's concurrent orders are counted one after another. */
async function refuseUsedByCustomer(
  { tx }: Change,
  { id, code, perCustomerLimit }: DiscountRow,
  customerId: Id<"customer"> | null,
  orderId: Id<"order"> | null,
): Promise<void> {
  if (perCustomerLimit === null || customerId === null) return;
  const uses = await tx.execute(sql`
    select from orders where customer_id = ${customerId} and discount_id = ${id} and status <> 'cancelled'
      and id is distinct from ${orderId} limit ${perCustomerLimit}`);
  if (uses.length >= perCustomerLimit) throw new Refusal("discount.usedByCustomer", { code, perCustomerLimit });
}

/** Gives a use back, because its order was cancelled or no longer has the code. */
export async function returnDiscountUse(change: Change, id: Id<"discount">): Promise<void> {
  await change.tx
    .update(discounts)
    .set({ used: sql`${discounts.used} - 1` })
    .where(and(eq(discounts.id, id), gt(discounts.used, 0)));
}

/** Why a code is not valid now; null if it is. Does not check the customer's own uses. */
export function refusalOf(row: DiscountRow, at: Date, subtotalMinor: number): Refusal | null {
  const { code, startsAt, endsAt, minimumMinor, usageLimit, used } = row;
  if (startsAt && startsAt > at) return new Refusal("discount.notYet", { code, startsAt });
  if (!row.active || (endsAt && endsAt <= at)) return new Refusal("discount.over", { code, endsAt });
  if (minimumMinor > subtotalMinor) return new Refusal("discount.minimum", { code, minimumMinor, subtotalMinor });
  return usageLimit !== null && used >= usageLimit ? usedUp(row) : null;
}

const usedUp = ({ code, usageLimit }: DiscountRow) => new Refusal("discount.usedUp", { code, usageLimit });

const termsOf = ({ id, code, kind, value, minimumMinor }: DiscountRow): UsedDiscount => ({
  id,
  code,
  kind,
  value,
  minimumMinor,
});
