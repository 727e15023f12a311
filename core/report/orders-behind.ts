import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, placeInTime, rowsFor } from "#core/db/page";
import { storeSettings } from "#core/store/settings";
import { during } from "./midnight.ts";
import { refuseTooManyDays } from "./range.ts";

type Input = InputOf<typeof report.orders>;

interface Row extends Record<string, unknown> {
  readonly at: string;
  readonly key: string;
  readonly order_id: Id<"order">;
  readonly number: string;
  readonly status: report.BehindOrder["status"];
  readonly units: number | null;
  readonly amount: number | null;
}

/** What a figure consists of: each row is the contribution of one order, payment, refund or return. */
export async function ordersBehind(_by: Actor, input: Input): Promise<OutputOf<typeof report.orders>> {
  const { timeZone, currency } = await storeSettings(db());
  refuseTooManyDays(input);
  const beyond = input.cursor === undefined ? sql`true` : beyondPlace(input.cursor);
  const rows = await db().execute<Row>(sql`
    select to_char(found.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, key, order_id, number, status,
      found.units::float8 as units, amount::float8 as amount
    from (${behind(input, timeZone)}) found join orders on orders.id = order_id
    where ${beyond} order by found.at desc, key desc limit ${rowsFor(input.limit)}`);
  return pageFrom(
    rows,
    input.limit,
    ({ at, key }) => [at, key],
    ({ key, order_id, number, status, at, units, amount }) => ({
      ...{ id: key, orderId: order_id, number, status, at: new Date(at), units },
      amount: amount === null ? null : { amountMinor: amount, currency },
    }),
  );
}

function beyondPlace(cursor: string): SQL {
  const [at, key] = decodeCursor(cursor, placeInTime);
  return sql`(found.at, key) < (${at}::timestamptz, ${key})`;
}

/** Rows of (at, key, order_id, units, amount) that add up to the figure. */
function behind(input: Input, timeZone: string): SQL {
  const within = (column: SQL) => during(column, input, timeZone);
  switch (input.figure) {
    case "sales":
      return sql`
        select created_at as at, id as key, id as order_id, total_minor as amount,
          (select sum(quantity) from order_lines where order_id = orders.id) as units
        from orders where status <> 'cancelled' and ${within(sql`created_at`)}`;
    case "collected":
      return sql`
        select at, id as key, order_id, null::bigint as units, amount_minor as amount from payments
        where kind = 'captured' and reversed_at is null and mode = ${input.mode} and ${within(sql`at`)}
          and ${input.method === undefined ? sql`true` : sql`method = ${input.method}`}`;
    case "refunded":
      return sql`
        select settled_at as at, id as key, order_id, null::bigint as units, amount_minor as amount from refunds
        where status = 'succeeded' and mode = ${input.mode} and ${within(sql`settled_at`)}
          and ${input.method === undefined ? sql`true` : sql`gateway = ${input.method}`}`;
    case "product":
      return lines(input, timeZone, sql`sum(quantity)`, sql`sum(order_lines.total_minor)`);
    case "tax":
      return lines(input, timeZone, sql`null::bigint`, sql`sum(order_lines.tax_minor)`);
    case "returned":
      return sql`
        select recorded_at as at, returns.id as key, returns.order_id, sum(return_lines.quantity) as units, null::bigint as amount
        from returns join return_lines on return_id = returns.id join order_lines on order_lines.id = line_id
        where ${within(sql`recorded_at`)}
          and ${input.productId === undefined ? sql`true` : sql`product_id = ${input.productId}`}
          and ${reasonIs(input.reason)}
        group by returns.id`;
  }
}

/** The lines of a product, a variant or a tax rate, in orders that are not cancelled. */
const lines = (
  { productId, variantId, basisPoints, ...range }: Input,
  timeZone: string,
  units: SQL,
  amount: SQL,
): SQL => sql`
  select created_at as at, orders.id as key, orders.id as order_id, ${units} as units, ${amount} as amount
  from orders join order_lines on order_id = orders.id
  where status <> 'cancelled' and ${during(sql`created_at`, range, timeZone)}
    and ${productId === undefined ? sql`true` : sql`product_id = ${productId}`}
    and ${variantId === undefined ? sql`true` : sql`variant_id = ${variantId}`}
    and ${basisPoints === undefined ? sql`true` : sql`tax_basis_points = ${basisPoints}`}
  group by orders.id`;

function reasonIs(reason: string | undefined): SQL {
  if (reason === undefined) return sql`true`;
  return reason === "" ? sql`reason is null` : sql`reason = ${reason}`;
}
