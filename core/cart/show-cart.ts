import * as z from "zod";
import { Cart } from "#core/contract/cart";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { rowsOf } from "#core/db/rows-of";
import { wireMoney } from "#core/db/wire";
import { Refusal } from "#core/refusal";
import { digest } from "#core/secret";
import { type CartRow, carts } from "./cart.table.ts";
import { type PricedCart, priceCart } from "./price-cart.ts";

const rows = rowsOf(carts);

/** The cart with a token. Any other text gets the same refusal: no such cart. */
export async function cartBy(tx: Db, token: string): Promise<CartRow> {
  const [row] = await rows(tx, sql`where token_hash = ${digest(token)}`);
  if (!row) throw new Refusal("cart.unknown");
  return row;
}

/** The same, locked until the change ends. */
export async function lockedCart(tx: Db, token: string): Promise<CartRow> {
  const [row] = await rows(tx, sql`where token_hash = ${digest(token)} for update`);
  if (!row) throw new Refusal("cart.unknown");
  return row;
}

export async function cartById(tx: Db, id: Cart["id"]): Promise<CartRow> {
  const [row] = await rows(tx, sql`where id = ${id}`);
  if (!row) throw new Refusal("cart.unknown");
  return row;
}

/** A cart as its shopper and the staff see it, without the token. */
export async function shownCart(tx: Db, row: CartRow, at: Date): Promise<Cart> {
  const [priced, more] = await pipelined(priceCart(tx, row, at), moreOf(tx, row));
  return putTogether(row, priced, more);
}

/** One that became an order shows the order: today's prices, and its own use of the code, are no matter any more. */
export function putTogether(row: CartRow, priced: PricedCart, { ordered, isClosed, ...more }: More): Cart {
  const { id, email, name, phone, address, discountCode, createdAt, updatedAt } = row;
  const { lines, totals, currency, discountProblem } = priced;
  const problems = isClosed ? [...priced.problems, "channel" as const] : priced.problems;
  return {
    ...{ id, email, name, phone, address, discountCode, createdAt, updatedAt },
    ...(ordered
      ? { ...ordered, discountProblem: null, problems: [] }
      : { lines, totals, currency, discountProblem, problems }),
    ...more,
  };
}

const More = z.object({
  ...Cart.pick({ order: true, channel: true }).shape,
  /** What its order has. */
  ordered: Cart.pick({ lines: true, totals: true, currency: true }).nullable(),
  /** Its channel is turned off. */
  isClosed: z.boolean(),
});
type More = z.output<typeof More>;

const money = (minor: string) => wireMoney(minor, "o.currency");

/** Its channel and its order, with the payment page. */
export async function moreOf(tx: Db, { channelId, orderId }: CartRow): Promise<More> {
  if (channelId === null && orderId === null) return { channel: null, order: null, ordered: null, isClosed: false };
  const [found] = await tx.execute<{ more: z.input<typeof More> }>(sql`
    select json_build_object('channel', (select code from channels where id = ${channelId}),
      'isClosed', exists (select from channels where id = ${channelId} and not active), 'order', (
      select json_build_object('id', o.id, 'number', o.number, 'status', o.status, 'paymentStatus', o.payment_status,
        'total', ${money("o.total_minor")},
        'payAt', case when o.status <> 'cancelled' and o.due_minor > 0 then (
          select url from payment_requests q where q.order_id = o.id and q.status = 'open'
            and q.amount_minor = o.due_minor and coalesce(q.expires_at > now(), true) order by q.id desc limit 1) end)
      from orders o where o.id = ${orderId}), 'ordered', (
      select json_build_object('currency', o.currency, 'totals', json_build_object(
        'subtotal', ${money("o.subtotal_minor")}, 'discount', ${money("o.discount_minor")},
        'shipping', ${money("o.shipping_minor")}, 'tax', ${money("o.tax_minor")}, 'total', ${money("o.total_minor")}),
        'lines', (select json_agg(json_build_object('variantId', l.variant_id, 'sku', l.sku, 'title', l.title,
            'slug', (select p.slug from variants v join products p on p.id = v.product_id
              where v.id = l.variant_id and v.archived_at is null and p.status = 'active'),
            'quantity', l.quantity, 'unitPrice', ${money("l.unit_price_minor")}, 'unitPriceBefore', null,
            'total', ${money("l.quantity * l.unit_price_minor")}, 'problem', null) order by l.position)
          from order_lines l where l.order_id = o.id))
      from orders o where o.id = ${orderId})) as more`);
  if (!found) throw new Error("a select without a table returned no row");
  return z.decode(More, found.more);
}
