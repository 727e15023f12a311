import type { Id } from "#core/contract/kit/fields";
import { erasedText } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { namedIn } from "#core/db/named-in";

/** Whose data: their orders, and their addresses and phone numbers in lower case. */
interface Erased {
  readonly orderIds: readonly Id<"order">[];
  readonly fewTexts: readonly string[];
}

/** Removes the reasons for returns of a person's orders that name them. */
export async function eraseReturns({ tx }: Change, { orderIds, fewTexts }: Erased): Promise<void> {
  await tx.execute(sql`
    update returns set reason = ${erasedText}
    where order_id = any(${sql.param([...orderIds])}::text[]) and reason is not null and ${namedIn(fewTexts, sql`reason`)}`);
}
