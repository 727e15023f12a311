import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { namedIn } from "#core/db/named-in";

/** Whose data: their orders, and their addresses and phone numbers in lower case. */
interface Erased {
  readonly orderIds: readonly Id<"order">[];
  readonly texts: readonly string[];
}

const removed = "Removed: the customer was erased.";

/** Removes the text of notes on a person's orders that name them. Who wrote them, and when, is kept. */
export async function eraseNotes({ tx }: Change, { orderIds, texts }: Erased): Promise<void> {
  await tx.execute(sql`
    update order_notes set text = ${removed}
    where order_id = any(${sql.param([...orderIds])}::text[]) and ${namedIn(texts, sql`order_notes.text`)}`);
}
