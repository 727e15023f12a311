import type { Actor } from "#core/actor";
import type * as cart from "#core/contract/cart";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { storeCurrency } from "#core/store/settings";
import { cartBy, cartById, shownCart } from "./show-cart.ts";

/** The cart with a token, for its shopper. */
export const readCart = async (_by: Actor, { token }: InputOf<typeof cart.read>): Promise<cart.Cart> =>
  shownCart(db(), await cartBy(db(), token), new Date());

/** For staff, and to wait for a check-out. */
export const inspectCart = async (_by: Actor, { id }: { readonly id: Id<"cart"> }): Promise<cart.Cart> =>
  shownCart(db(), await cartById(db(), id), new Date());

/** Each uses its own index. */
const inState = {
  open: sql`c.order_id is null and c.abandoned_at is null`,
  abandoned: sql`c.order_id is null and c.abandoned_at is not null`,
  ordered: sql`c.order_id is not null`,
} satisfies Record<(typeof cart.states)[number], SQL>;

interface Row extends Record<string, unknown> {
  readonly id: Id<"cart">;
  readonly state: (typeof cart.states)[number];
  readonly email: string | null;
  readonly name: string | null;
  readonly units: number;
  readonly total: string;
  readonly currency: string;
  readonly channel: string | null;
  readonly orderId: Id<"order"> | null;
  readonly number: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly abandonedAt: string | null;
}

export async function listCarts(
  _by: Actor,
  { limit, cursor, state }: InputOf<typeof cart.list>,
): Promise<OutputOf<typeof cart.list>> {
  const after = idOfCursor(cursor, "cart");
  const conditions = [...(state ? [inState[state]] : []), ...(after ? [sql`c.id < ${after}`] : []), sql`true`];
  const rows = await db().execute<Row>(sql`
    select c.id, case when c.order_id is not null then 'ordered' when c.abandoned_at is not null then 'abandoned'
        else 'open' end as state,
      c.email, c.name, (select coalesce(sum((line->>'quantity')::integer), 0)::integer
        from jsonb_array_elements(c.lines) line) as units,
      c.total_minor as total, ${storeCurrency} as currency,
      (select code from channels where channels.id = c.channel_id) as channel,
      c.order_id as "orderId", o.number, c.created_at as "createdAt", c.updated_at as "updatedAt",
      c.abandoned_at as "abandonedAt"
    from carts c left join orders o on o.id = c.order_id
    where ${sql.join(conditions, sql` and `)} order by c.id desc limit ${rowsFor(limit)}`);
  return pageFrom(
    rows,
    limit,
    (row) => [row.id],
    ({ total, currency, orderId, number, ...row }) => ({
      ...row,
      total: { amountMinor: Number(total), currency },
      order: orderId === null || number === null ? null : { id: orderId, number },
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
      abandonedAt: row.abandonedAt === null ? null : new Date(row.abandonedAt),
    }),
  );
}
