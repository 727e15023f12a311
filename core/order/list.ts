import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit";
import { type list, OrderSummary } from "#core/contract/order";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom, rowsFor } from "#core/db/page";
import { wireMoney, wireTime } from "#core/db/wire";
import { Refusal } from "#core/refusal";
import { foundIds, type Page, placeByTotal, placeInTime } from "./find.ts";
import { unlessVendor, type Vendor, wireBalance, wireChannel, wireContact } from "./show.ts";

type Input = InputOf<typeof list>;

export async function listOrders(by: Actor, input: Input): Promise<OutputOf<typeof list>> {
  if (by.vendorId !== null && input.sort === "total") throw new Refusal("order.moneyHidden");
  const { order, keyOf } = sorts[input.sort];
  const page = pageOf(input);
  const rows = await db().execute<{ wire: Wire }>(sql`
    select ${wireSummary(by.vendorId)} as wire from orders
    where orders.id in (${foundIds(input, by.vendorId, page)})
    order by ${order({ placedAt: sql`orders.created_at`, id: sql`orders.id` })} limit ${page.limit}`);
  return pageFrom(
    rows.map(({ wire }) => wire),
    input.limit,
    keyOf,
    (wire) => z.decode(OrderSummary, wire),
  );
}

type Wire = z.input<typeof OrderSummary>;

const inTime = (wire: Wire) => [wire.createdAt, wire.id] as const;

const sorts = {
  newest: { order: ({ placedAt, id }) => sql`${placedAt} desc, ${id} desc`, keyOf: inTime },
  oldest: { order: ({ placedAt, id }) => sql`${placedAt}, ${id}`, keyOf: inTime },
  total: {
    order: ({ id }) => sql`orders.total_minor desc, ${id} desc`,
    keyOf: ({ total, id }) => [total?.amountMinor ?? 0, id] as const,
  },
} satisfies Record<Input["sort"], { order: Page["order"]; keyOf: (wire: Wire) => readonly [string | number, string] }>;

function pageOf({ cursor, sort, limit }: Input): Page {
  return {
    after: cursor === undefined ? () => sql`true` : afterCursor(cursor, sort),
    order: sorts[sort].order,
    limit: rowsFor(limit),
  };
}

function afterCursor(cursor: string, sort: Input["sort"]): Page["after"] {
  if (sort === "total") {
    const [total, last] = decodeCursor(cursor, placeByTotal);
    return ({ id }) => sql`(orders.total_minor, ${id}) < (${total}::bigint, ${last})`;
  }
  const [at, last] = decodeCursor(cursor, placeInTime);
  const further = sort === "newest" ? sql`<` : sql`>`;
  return ({ placedAt, id }) => sql`(${placedAt}, ${id}) ${further} (${at}::timestamptz, ${last})`;
}

const wireSummary = (vendor: Vendor): SQL<Wire> => {
  const own = vendor === null ? sql`` : sql`and l.vendor_id = ${vendor}`;
  return sql<Wire>`json_build_object(
    'id', orders.id, 'number', orders.number, 'status', orders.status, 'paymentStatus', orders.payment_status,
    'contact', ${unlessVendor(vendor, wireContact)},
    'channel', ${wireChannel},
    'units', (select coalesce(sum(l.quantity), 0) from order_lines l where l.order_id = orders.id ${own}),
    'waiting', (select coalesce(sum(d.waiting), 0) from order_lines l join demands d on d.line_id = l.id
      where l.order_id = orders.id ${own}),
    'total', ${unlessVendor(vendor, wireMoney("orders.total_minor", "orders.currency"))},
    'balance', ${unlessVendor(vendor, wireBalance)},
    'createdAt', ${wireTime("orders.created_at")}, 'version', orders.version)`;
};
