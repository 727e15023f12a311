import { type SQL, sql } from "drizzle-orm";
import { email } from "#core/contract/fields";
import type { PaymentStatus, Status } from "#core/contract/order-shapes";
import { patternFor } from "#core/db/search";
import type { Vendor } from "#core/order/show";

/** What the order screens filter by, as the contract gives it. */
export interface Filters {
  readonly q?: string | undefined;
  readonly status?: Status | undefined;
  readonly paymentStatus?: PaymentStatus | undefined;
  readonly channel?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly backordered?: boolean | undefined;
}

/**
 * When an order was placed, and its id. A line has copies of both, so that whoever searches among lines need not read
 * the orders: a page is said in terms of these, and put on the table that is searched.
 */
export interface Columns {
  readonly placedAt: SQL;
  readonly id: SQL;
}
/** One page of what is found. */
export interface Page {
  /** What else must hold, such as to lie behind a cursor. */
  readonly where: (columns: Columns) => SQL;
  readonly order: (columns: Columns) => SQL;
  /** What `order` sorts by before the id. */
  readonly sortedBy: (columns: Columns) => SQL;
  /** A number in the statement itself, as `rowsFor` gives it. */
  readonly limit: SQL;
}
const ofOrder: Columns = { placedAt: sql`orders.created_at`, id: sql`orders.id` };
const ofLine: Columns = { placedAt: sql`l.placed_at`, id: sql`l.order_id` };

/**
 * The ids of one page of orders. Each way to match a search is a query of its own along its own index, and reads no
 * more than a page: how many orders there are, or match, does not matter but for the sort by total.
 */
export function foundIds(filters: Filters, vendor: Vendor, page: Page): SQL {
  const conditions = conditionsOf(filters, vendor);
  const ways = filters.q === undefined ? [everything(vendor)] : matching(filters.q, vendor);
  const queries = ways.map(({ from, where, columns }) => {
    const all = [...where, ...conditions, page.where(columns)];
    // Two lines of one order may match: it is found once.
    const each = columns === ofLine ? sql`distinct` : sql``;
    return sql`(select ${each} ${columns.id} as id, ${page.sortedBy(columns)} from ${from}
      where ${sql.join(all, sql` and `)} order by ${page.order(columns)} limit ${page.limit})`;
  });
  return sql`select id from (${sql.join(queries, sql` union `)}) as ways`;
}

interface Way {
  readonly from: SQL;
  readonly where: readonly SQL[];
  readonly columns: Columns;
}

const amongOrders = (...where: SQL[]): Way => ({ from: sql`orders`, where, columns: ofOrder });
const amongLines = (...where: SQL[]): Way => ({
  // A left join, although every line has its order: PostgreSQL leaves it out where nothing asks for the order.
  from: sql`order_lines l left join orders on orders.id = l.order_id`,
  where,
  columns: ofLine,
});

const everything = (vendor: Vendor): Way =>
  vendor === null ? amongOrders() : amongLines(sql`l.vendor_id = ${vendor}`);

/** A vendor login finds by number and SKU only: a customer's name or e-mail must not even be guessed at. */
function matching(q: string, vendor: Vendor): Way[] {
  const number = /^\d+$/.test(q) ? `QM-${q}` : q.toUpperCase();
  // Folded by the database as its index is: it and JavaScript do not agree about "ß" and "İ".
  const bySku = sql`upper(l.sku) collate "C" = upper(${q})`;
  if (vendor !== null) {
    const own = sql`l.vendor_id = ${vendor}`;
    return [amongLines(sql`orders.number = ${number}`, own), amongLines(bySku, own)];
  }
  const part = partIn(q);
  return [
    amongOrders(sql`orders.number = ${number}`),
    amongLines(bySku),
    ...byPhone(q),
    ...(isEmail(q) ? [amongOrders(sql`orders.email = ${q.toLowerCase()}`)] : []),
    ...(part ? [amongOrders(sql`lower(orders.name || ' ' || orders.email) like lower(${patternFor(part)})`)] : []),
  ];
}

/** What may be part of a name or an e-mail. A whole e-mail or number is not looked for among parts. */
export const partIn = (q?: string): string | undefined =>
  q === undefined || isEmail(q) || /^QM-\d+$/i.test(q) ? undefined : q;

const isEmail = (q: string): boolean => email.safeParse(q).success;

/**
 * A number as the caller says it: with the country's code or without, spaces and all, perhaps with the 0 that one dials
 * within the country. The index knows numbers by their last seven digits.
 */
function byPhone(q: string): Way[] {
  const [, plus = "", digits = ""] = /^(\+|0*)(\d{7,15})$/.exec(q.replaceAll(/[\s()./-]/g, "")) ?? [];
  if (digits === "") return [];
  const whole = plus === "+" ? sql`orders.phone = ${`+${digits}`}` : sql`orders.phone like ${`%${digits}`}`;
  return [amongOrders(sql`right(orders.phone, 7) = ${digits.slice(-7)}`, whole)];
}

function conditionsOf({ status, paymentStatus, channel, from, to, backordered }: Filters, vendor: Vendor): SQL[] {
  const conditions: SQL[] = [];
  // Written into the statement: the planner knows how rare each is, and goes by another index for a rare one.
  if (status !== undefined) conditions.push(sql.raw(`orders.status = '${status}'`));
  if (paymentStatus !== undefined) conditions.push(sql.raw(`orders.payment_status = '${paymentStatus}'`));
  if (channel !== undefined) {
    conditions.push(sql`orders.channel_id = (select id from channels where code = ${channel})`);
  }
  if (from !== undefined) conditions.push(sql`orders.created_at >= ${from.toISOString()}::timestamptz`);
  if (to !== undefined) conditions.push(sql`orders.created_at < ${to.toISOString()}::timestamptz`);
  if (backordered !== undefined) {
    const waits = sql`orders.id in (select r.order_id from stock_requests r where r.backordered > 0 ${
      vendor === null
        ? sql``
        : sql`and exists (select from order_lines o where o.id = r.line_id and o.vendor_id = ${vendor})`
    })`;
    conditions.push(backordered ? waits : sql`not (${waits})`);
  }
  return conditions;
}
