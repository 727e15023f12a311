import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import * as z from "zod";
import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type { list, OrderSummary } from "#core/contract/order";
import { sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, placeInTime, rowsFor } from "#core/db/page";
import { rowsAs } from "#core/db/rows-of";
import { searching } from "#core/db/search";
import { balanceOf } from "#core/order/balance";
import { orders } from "#core/order/order.table";
import { channelCode, tagsOf } from "#core/order/show";
import type { Vendor } from "#core/order/wire/own-part";
import { Refusal } from "#core/refusal";
import { returnedOf, someFilter } from "./conditions.ts";
import { foundIds } from "./find.ts";
import { plannedFor } from "./match.ts";
import { amongOrders, type Page } from "./way.ts";

type Input = InputOf<typeof list>;

export async function listOrders(by: Actor, input: Input): Promise<OutputOf<typeof list>> {
  const asksForMoney = input.sort === "total" || someFilter(input, "isRefused");
  if (by.vendorId !== null && asksForMoney) throw new Refusal("order.moneyHidden");
  const { sortedBy, order, keyOf, behind, byTime }: Sort = sorts[input.sort];
  const where = input.cursor === undefined ? () => sql`true` : behind(input.cursor);
  const page = { where, sortedBy, order, limit: rowsFor(input.limit), byTime };
  const found = sql`orders.id in (${foundIds(input, by.vendorId, page)})`;
  const inOrder = order(amongOrders().columns);
  const rows = await searching(plannedFor(input.q), (tx) =>
    by.vendorId === null
      ? wholeRows(tx, sql`where ${found} order by ${inOrder}`)
      : tx.select(shownColumns(by.vendorId)).from(orders).where(found).orderBy(inOrder),
  );
  return pageFrom(rows, input.limit, keyOf, by.vendorId === null ? summaryOf : ownPartOf);
}

/** What a list row is made from. Amounts are built in the program, at a fraction of the cost of JSON from SQL. */
const shownColumns = (vendor: Vendor) => {
  const { id, number, status, paymentStatus, paymentMethod, createdAt, version, email, name, phone } = orders;
  const { currency, totalMinor, capturedMinor, refundedMinor } = orders;
  const ofVendor = vendor === null ? sql`` : sql`and l.vendor_id = ${vendor}`;
  return {
    id,
    number,
    status,
    paymentStatus,
    paymentMethod,
    createdAt,
    version,
    email,
    name,
    phone,
    currency,
    totalMinor,
    capturedMinor,
    refundedMinor,
    channel: channelCode,
    tags: vendor === null ? sql<string[]>`${tagsOf}` : sql<string[]>`'[]'::json`,
    returned: returnedOf(vendor),
    units: sql<number>`(select coalesce(sum(l.quantity), 0)::integer from order_lines l
      where l.order_id = orders.id ${ofVendor})`,
    backordered: sql<number>`(select coalesce(sum(r.backordered), 0)::integer from stock_requests r
      where r.order_id = orders.id and r.backordered > 0
      ${vendor === null ? sql`` : sql`and exists (select from order_lines l where l.id = r.line_id ${ofVendor})`})`,
  };
};

type Row = SelectResultFields<ReturnType<typeof shownColumns>>;

const wholeRows = rowsAs(orders, shownColumns(null));

function summaryOf(row: Row): OrderSummary {
  const { email, name, phone, totalMinor, currency } = row;
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    paymentStatus: row.paymentStatus,
    paymentMethod: row.paymentMethod,
    contact: { email, name, phone },
    channel: row.channel,
    tags: row.tags,
    units: row.units,
    backordered: row.backordered,
    returned: row.returned,
    total: { amountMinor: totalMinor, currency },
    balance: balanceOf(row),
    createdAt: row.createdAt,
    version: row.version,
  };
}

/** A vendor login sees neither the customer nor what others are owed. */
const ownPartOf = (row: Row): OrderSummary => ({
  ...summaryOf(row),
  ...{ paymentMethod: null, contact: null, total: null, balance: null },
});

const placeByTotal = z.tuple([z.int(), z.string()]);

/** A way to sort: by a column, then id; what of a row goes into a cursor; and which rows come after a cursor. */
interface Sort extends Pick<Page, "sortedBy" | "order" | "byTime"> {
  readonly keyOf: (row: Row) => readonly [string | number, string];
  readonly behind: (cursor: string) => Page["where"];
}

const timeAndId = ({ createdAt, id }: Row) => [createdAt.toISOString(), id] as const;

const sorts = {
  newest: {
    byTime: true,
    sortedBy: ({ placedAt }) => placedAt,
    order: ({ placedAt, id }) => sql`${placedAt} desc, ${id} desc`,
    keyOf: timeAndId,
    behind: (cursor) => {
      const [at, last] = decodeCursor(cursor, placeInTime);
      return ({ placedAt, id }) => sql`(${placedAt}, ${id}) < (${at}::timestamptz, ${last})`;
    },
  },
  oldest: {
    byTime: true,
    sortedBy: ({ placedAt }) => placedAt,
    order: ({ placedAt, id }) => sql`${placedAt}, ${id}`,
    keyOf: timeAndId,
    behind: (cursor) => {
      const [at, last] = decodeCursor(cursor, placeInTime);
      return ({ placedAt, id }) => sql`(${placedAt}, ${id}) > (${at}::timestamptz, ${last})`;
    },
  },
  total: {
    byTime: false,
    sortedBy: ({ total }) => total,
    order: ({ total, id }) => sql`${total} desc, ${id} desc`,
    keyOf: ({ totalMinor, id }) => [totalMinor, id],
    behind: (cursor) => {
      const [total, last] = decodeCursor(cursor, placeByTotal);
      return (columns) => sql`(${columns.total}, ${columns.id}) < (${total}::bigint, ${last})`;
    },
  },
} satisfies Record<Input["sort"], Sort>;
