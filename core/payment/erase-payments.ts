import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { namedIn, unnamed } from "#core/db/named-in";

/** Whose data: their orders, and their addresses and phone numbers in lower case. */
interface Erased {
  readonly orderIds: readonly Id<"order">[];
  readonly fewTexts: readonly string[];
}

/** Removes references and reasons that name a person from the payments, refunds and pages of their orders. */
export async function erasePayments({ tx }: Change, { orderIds, fewTexts }: Erased): Promise<void> {
  const theirs = sql`order_id = any(${sql.param([...orderIds])}::text[])`;
  const [reference, reason, says] = [sql`reference`, sql`reason`, sql`says`].map((column) => unnamed(fewTexts, column));
  await tx.execute(sql`
    update payments set reference = ${reference}, reason = ${reason}
    where ${theirs} and ${namedIn(fewTexts, sql`concat_ws(' ', reference, reason)`)}`);
  await tx.execute(sql`
    update refunds set reason = ${reason}, says = ${says}
    where ${theirs} and ${namedIn(fewTexts, sql`concat_ws(' ', reason, says)`)}`);
  await tx.execute(sql`
    update payment_requests set says = ${says} where ${theirs} and says is not null and ${namedIn(fewTexts, sql`says`)}`);
}
