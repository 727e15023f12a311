/**
 * The figures of reports, calculated in the slowest and plainest way: everything is read, and each row is put on its
 * day.
 */

import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

interface Placed extends Record<string, unknown> {
  id: string;
  created: string;
  status: string;
  channel: string;
  total: number;
  discount: number;
  shipping: number;
  tax: number;
}
interface Bought extends Record<string, unknown> {
  order: string;
  variant: string;
  quantity: number;
  rate: number;
  total: number;
  tax: number;
}
interface Paid extends Record<string, unknown> {
  at: string;
  method: string;
  amount: number;
}
interface Back extends Record<string, unknown> {
  at: string;
  reason: string | null;
  quantity: number;
}

export async function slowBooks(timeZone: string) {
  const calendar = new Intl.DateTimeFormat("en-CA", { timeZone });
  const dayOf = (moment: string) => calendar.format(new Date(moment));
  const moment = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
  const placed = await db().execute<Placed>(sql`
    select id, ${moment("created_at")} as created, status, coalesce(channel_id, '') as channel, total_minor::float8 as total, 
      discount_minor::float8 as discount, shipping_minor::float8 as shipping, tax_minor::float8 as tax from orders`);
  const bought = await db().execute<Bought>(sql`
    select order_id as order, variant_id as variant, quantity, tax_basis_points as rate, total_minor::float8 as total,
      tax_minor::float8 as tax from order_lines`);
  const paid = await db().execute<Paid>(sql`
    select ${moment("at")} as at, method, amount_minor::float8 as amount from payments
    where kind = 'captured' and reversed_at is null`);
  const refunded = await db().execute<Paid>(sql`
    select ${moment("settled_at")} as at, gateway as method, amount_minor::float8 as amount from refunds
    where status = 'succeeded' and order_id is not null`);
  const back = await db().execute<Back>(sql`
    select ${moment("recorded_at")} as at, reason, quantity from returns join return_lines on return_id = id`);

  const within = (from: string, to: string) => (time: string) => dayOf(time) >= from && dayOf(time) <= to;
  const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    dayOf,
    /** From the first day to the last, both included. */
    between(from: string, to: string) {
      const inside = within(from, to);
      const sold = placed.filter(({ created, status }) => status !== "cancelled" && inside(created));
      const ids = new Set(sold.map(({ id }) => id));
      const lines = bought.filter(({ order }) => ids.has(order));
      const took = paid.filter(({ at }) => inside(at));
      const gave = refunded.filter(({ at }) => inside(at));
      const byKey = <Row>(rows: readonly Row[], key: (row: Row) => string | number, of: (row: Row) => number) => {
        const sums = new Map<string | number, number>();
        for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + of(row));
        return Object.fromEntries([...sums].filter(([, value]) => value !== 0));
      };
      return {
        orders: sold.length,
        units: sum(lines, ({ quantity }) => quantity),
        gross: sum(sold, ({ total }) => total),
        discount: sum(sold, ({ discount }) => discount),
        shipping: sum(sold, ({ shipping }) => shipping),
        tax: sum(sold, ({ tax }) => tax),
        collected: sum(took, ({ amount }) => amount),
        refunded: sum(gave, ({ amount }) => amount),
        methods: byKey(
          [...took.map((row) => ({ ...row, sign: 1 })), ...gave.map((row) => ({ ...row, sign: -1 }))],
          ({ method }) => method,
          ({ amount, sign }) => sign * amount,
        ),
        revenueOf: byKey(
          lines,
          ({ variant }) => variant,
          ({ total }) => total,
        ),
        unitsOf: byKey(
          lines,
          ({ variant }) => variant,
          ({ quantity }) => quantity,
        ),
        taxOf: byKey(
          lines,
          ({ rate }) => rate,
          ({ tax }) => tax,
        ),
        grossOf: byKey(
          sold,
          ({ channel }) => channel,
          ({ total }) => total,
        ),
        returnedFor: byKey(
          back.filter(({ at }) => inside(at)),
          ({ reason }) => reason ?? "",
          ({ quantity }) => quantity,
        ),
        returned: sum(
          back.filter(({ at }) => inside(at)),
          ({ quantity }) => quantity,
        ),
      };
    },
  };
}
