import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { insertOf } from "#core/db/insert-rows";
import { emitOrderEvent } from "./emit-order-event.ts";
import { lockedOrder, touchOrder } from "./lock.ts";
import { orderTags } from "./order.table.ts";
import { shownAfter, shownOrder } from "./show.ts";

/** Sets all the tags of an order, in any state, even a cancelled one. */
export async function tagOrder(change: Change, input: InputOf<typeof order.tag>): Promise<order.Order> {
  const row = await lockedOrder(change, input);
  const before = await shownOrder(change, row.id);
  const tags = distinct(input.tags);
  if (before.tags.join("\n") === tags.join("\n")) return before;

  await change.tx.delete(orderTags).where(eq(orderTags.orderId, row.id));
  const rows = tags.map((tag) => ({ orderId: row.id, tag, placedAt: row.createdAt }));
  const shown = await shownAfter(change, row.id, {
    tagged: insertOf(orderTags, rows),
    touched: touchOrder(change, row.id),
  });
  audit(change, order.tag.name, row.id, { before: { tags: before.tags }, after: { tags } });
  emitOrderEvent(change, "order.edited", shown, { changed: ["tags"] });
  return shown;
}

/** Each word once, as first spelt, in the order in which an order shows them. */
function distinct(tags: readonly string[]): string[] {
  const byWord = new Map<string, string>();
  for (const tag of tags) if (!byWord.has(tag.toLowerCase())) byWord.set(tag.toLowerCase(), tag);
  return [...byWord.values()].toSorted();
}
