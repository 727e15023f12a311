import * as z from "zod";
import type { Actor } from "#core/actor";
import { Cart } from "#core/contract/cart";
import type { Change, inChange } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { emit } from "#core/event/emit";
import { log } from "#core/log";
import { open } from "#core/secret";
import type { TimeLeft } from "#core/time-left";
import { sweep } from "#core/work/sweep";
import { type CartRow, carts } from "./cart.table.ts";
import { shownCart } from "./show-cart.ts";

/** How many carts are marked per change. */
const batchSize = 20;

/**
 * Marks each cart with lines and an email address that has not been changed for the time that the store sets, and emits
 * an event, once in the cart's life. A cart that is being checked out is skipped, and is an order by the next run. Safe
 * to run concurrently. A cart that cannot be shown is logged and skipped, and does not block others.
 * @param commit publishes after each batch.
 * @returns how many carts it marked.
 */
export async function sweepAbandonedCarts(by: Actor, commit: typeof inChange, timeLeft: TimeLeft): Promise<number> {
  const { done } = await sweep<CartRow>({
    commit: (work) => commit(by, work),
    ...{ timeLeft, batchSize },
    take: leftAlone,
    work: async (change, carts) => {
      for (const cart of carts) await tell(change, cart);
    },
    left: (cartId, error) => log.error("an abandoned cart could not be announced", { cartId, error }),
  });
  return done;
}

const leftAlone = (change: Change, size: number, except: readonly CartRow["id"][]): Promise<CartRow[]> =>
  rows(
    change.tx,
    sql`where order_id is null and abandoned_at is null and email is not null and lines <> '[]'
      and updated_at < now() - (select make_interval(hours => cart_abandoned_hours) from store)
      and id <> all(${sql.param(except)})
    order by updated_at limit ${sql.raw(String(size))} for update skip locked`,
  );

const rows = rowsOf(carts);

/** The event contains the token and the shopper's email address, for a link back to the cart. */
async function tell(change: Change, row: CartRow): Promise<void> {
  const { tx, at } = change;
  await tx.update(carts).set({ abandonedAt: at }).where(eq(carts.id, row.id));
  if (row.announcedAt !== null) return;
  const cart = z.encode(Cart, await shownCart(tx, row, at));
  emit(change, "cart.abandoned", row.id, { ...cart, token: open(row.tokenSealed, row.id) });
}
