import type { Id } from "#core/contract/kit/fields";
import { erasedText } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { namedIn } from "#core/db/named-in";

/** Whose data: their orders, and their addresses and phone numbers in lower case. */
interface Erased {
  readonly orderIds: readonly Id<"order">[];
  readonly texts: readonly string[];
  readonly fewTexts: readonly string[];
}

/**
 * Removes what staff have typed about a person's orders, if it names them: notes, tags, and why an order was cancelled.
 * Who wrote a note, and when, is kept.
 */
export async function eraseTexts({ tx }: Change, { orderIds, texts, fewTexts }: Erased): Promise<void> {
  const ids = sql`any(${sql.param([...orderIds])}::text[])`;
  await tx.execute(sql`
    update order_notes set text = ${erasedText} where order_id = ${ids} and ${namedIn(texts, sql`order_notes.text`)}`);
  await tx.execute(sql`delete from order_tags where order_id = ${ids} and ${namedIn(fewTexts, sql`tag`)}`);
  await tx.execute(sql`
    update orders set cancel_reason = ${erasedText}
    where id = ${ids} and cancel_reason is not null and ${namedIn(fewTexts, sql`cancel_reason`)}`);
}
