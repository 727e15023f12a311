import { sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type { list, OrderSummary } from "#core/contract/order";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom, rowsFor } from "#core/db/page";
import { Refusal } from "#core/refusal";
import { balanceOf } from "./balance.ts";
import { type Columns, foundIds, type Page, placeByTotal, placeInTime } from "./find.ts";
import { orders } from "./order.table.ts";
import { channelCode, type Vendor } from "./show.ts";

type Input = InputOf<typeof list>;

export async function listOrders(by: Actor, input: Input): Promise<OutputOf<typeof list>> {
  if (by.vendorId !== null && input.sort === "total") throw new Refusal("order.moneyHidden");
  const { order, keyOf } = sorts[input.sort];
  const rows = await db()
    .select(shownColumns(by.vendorId))
    .from(orders)
    .where(sql`${orders.id} in (${foundIds(input, by.vendorId, pageOf(input))})`)
    .orderBy(order({ placedAt: sql`orders.created_at`, id: sql`orders.id` }));
  return pageFrom(rows, input.limit, keyOf, by.vendorId === null ? summaryOf : ownPartOf);
}

/** What a row of the list is made from. Figures are put together in the program: that costs a fraction of JSON from SQL. */
const shownColumns = (vendor: Vendor) => {
  const { id, number, status, paymentStatus, createdAt, version, currency } = orders;
  const { email, name, phone, totalMinor, capturedMinor, refundedMinor } = orders;
  const ofVendor = vendor === null ? sql`` : sql`and l.vendor_id = ${vendor}`;
  return {
    ...{ id, number, status, paymentStatus, createdAt, version, currency },
    ...{ email, name, phone, totalMinor, capturedMinor, refundedMinor },
    channel: channelCode,
    units: sql<number>`(select coalesce(sum(l.quantity), 0)::integer from order_lines l
      where l.order_id = orders.id ${ofVendor})`,
    waiting: sql<number>`(select coalesce(sum(d.waiting), 0)::integer from demands d
      where d.order_id = orders.id and d.waiting > 0
      ${vendor === null ? sql`` : sql`and exists (select from order_lines l where l.id = d.line_id ${ofVendor})`})`,
  };
};

type Row = SelectResultFields<ReturnType<typeof shownColumns>>;

function summaryOf(row: Row): OrderSummary {
  const { id, number, status, paymentStatus, channel, units, waiting, createdAt, version } = row;
  const { email, name, phone, totalMinor, currency } = row;
  return {
    ...{ id, number, status, paymentStatus, channel, units, waiting, createdAt, version },
    contact: { email, name, phone },
    total: { amountMinor: totalMinor, currency },
    balance: balanceOf(row),
  };
}

/** A vendor login sees neither the customer nor what others are owed. */
const ownPartOf = (row: Row): OrderSummary => ({ ...summaryOf(row), contact: null, total: null, balance: null });

const inPlace = ({ placedAt }: Columns) => placedAt;
const inTime = ({ createdAt, id }: Row) => [createdAt.toISOString(), id] as const;

const sorts = {
  newest: { keys: inPlace, order: ({ placedAt, id }) => sql`${placedAt} desc, ${id} desc`, keyOf: inTime },
  oldest: { keys: inPlace, order: ({ placedAt, id }) => sql`${placedAt}, ${id}`, keyOf: inTime },
  total: {
    keys: () => sql`orders.total_minor`,
    order: ({ id }) => sql`orders.total_minor desc, ${id} desc`,
    keyOf: ({ totalMinor, id }) => [totalMinor, id] as const,
  },
} satisfies Record<Input["sort"], Sort>;

interface Sort extends Pick<Page, "keys" | "order"> {
  readonly keyOf: (row: Row) => readonly [string | number, string];
}

function pageOf({ cursor, sort, limit }: Input): Page {
  const { keys, order } = sorts[sort];
  const after = cursor === undefined ? () => sql`true` : afterCursor(cursor, sort);
  return { after, keys, order, limit: rowsFor(limit) };
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
