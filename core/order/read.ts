import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { shownOrders } from "./show.ts";

/** For a vendor login, orders without a line of its own do not exist. */
export async function readOrder(by: Actor, { id }: InputOf<typeof order.read>): Promise<order.Order> {
  const which =
    by.vendorId === null
      ? sql`orders.id = ${id}`
      : sql`orders.id = ${id} and exists (
          select from order_lines l where l.order_id = orders.id and l.vendor_id = ${by.vendorId})`;
  const [shown] = await shownOrders(db(), which, by.vendorId);
  if (!shown) throw new Refusal("order.unknown");
  return shown;
}
