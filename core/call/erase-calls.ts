import { erasedEmail } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { CallRow } from "./call-kind.ts";

/** The orders that the calls are about. */
export interface Erased {
  readonly orderIds: readonly string[];
}

/**
 * Removes personal data from the calls about these orders: what settled calls were made from, and the exchanged texts.
 * That each call was made, when, and its outcome are kept; so is the input of open calls, until they are settled.
 */
export async function eraseCalls({ tx }: Change, { orderIds }: Erased): Promise<void> {
  const orders = sql`order_id = any(${sql.param([...orderIds])}::text[])`;
  await tx.execute(sql`update calls set asked = '{}' where ${orders} and settled_at is not null`);
  await tx.execute(sql`
    update call_attempts set url = split_part(url, '?', 1), request = '', answer = ''
    where call_id in (select id from calls where ${orders})`);
}

/** Removes an area's personal data about orders. */
export type Erase = (change: Change, erased: Erased) => Promise<void>;

/** Repeats the erasure for what a call has brought whose order's customer was erased while it was open. */
export async function eraseAgain(
  change: Change,
  { orderId }: Pick<CallRow, "orderId">,
  erasures: readonly Erase[],
): Promise<void> {
  if (orderId === null) return;
  const [erased] = await change.tx.execute(sql`select from orders where id = ${orderId} and email = ${erasedEmail}`);
  if (erased) for (const erase of erasures) await erase(change, { orderIds: [orderId] });
}
