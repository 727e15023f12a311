import type { Actor } from "#core/actor";
import type * as discount from "#core/contract/discount";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { and, desc, eq, getTableColumns, isNull, lt } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { isWithin } from "#core/db/search";
import { Refusal } from "#core/refusal";
import { storeCurrency } from "#core/store/settings";
import { discounts } from "./discount.table.ts";
import { shownDiscount } from "./show-discount.ts";

export async function listDiscounts(
  _by: Actor,
  { limit, cursor, q, active, archived }: InputOf<typeof discount.list>,
): Promise<OutputOf<typeof discount.list>> {
  const after = idOfCursor(cursor, "discount");
  const rows = await db()
    .select({ discount: getTableColumns(discounts), currency: storeCurrency })
    .from(discounts)
    .where(
      and(
        archived ? undefined : isNull(discounts.archivedAt),
        active === undefined ? undefined : eq(discounts.active, active),
        q === undefined ? undefined : isWithin(q, discounts.code),
        after && lt(discounts.id, after),
      ),
    )
    .orderBy(desc(discounts.id))
    .limit(rowsFor(limit));
  return pageFrom(
    rows,
    limit,
    (row) => [row.discount.id],
    (row) => shownDiscount(row.discount, row.currency),
  );
}

/** Including archived ones: orders link to them. */
export async function readDiscount(_by: Actor, input: InputOf<typeof discount.read>): Promise<discount.Discount> {
  const [row] = await db()
    .select({ discount: getTableColumns(discounts), currency: storeCurrency })
    .from(discounts)
    .where(eq(discounts.id, input.id));
  if (!row) throw new Refusal("discount.unknown");
  return shownDiscount(row.discount, row.currency);
}
