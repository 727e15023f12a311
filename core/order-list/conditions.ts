import type * as z from "zod";
import type { listing } from "#core/contract/kit/operation";
import type { list } from "#core/contract/order";
import type { MoneyTrouble, Returned, Status } from "#core/contract/parts/order-shapes";
import { type SQL, sql } from "#core/db/drizzle";
import { onlyOwnLines, type Vendor } from "#core/order/wire/own-part";
import { isTag } from "./way.ts";

/** The filters of the order list and the picking sheet. */
export type Filters = Omit<z.output<(typeof list)["input"]>, keyof typeof listing | "sort">;

/** What each filter does for a vendor login. Of lines and returns, only its own count. */
const forVendors = {
  ...{ q: "applies", status: "applies", paymentStatus: "applies", channel: "applies", from: "applies", to: "applies" },
  ...{ backordered: "applies", returned: "applies", fulfillable: "applies" },
  // For a vendor login orders have no customer and no tags.
  ...{ customerId: "findsNone", tag: "findsNone" },
  ...{ balance: "isRefused", moneyTrouble: "isRefused" },
} as const satisfies Readonly<Record<keyof Filters, "applies" | "findsNone" | "isRefused">>;
const filterNames = Object.keys(forVendors) as (keyof Filters)[]; // Object.keys forgets the keys

/** Whether one of the given filters does this for a vendor login. */
export const someFilter = (filters: Filters, does: (typeof forVendors)[keyof Filters]): boolean =>
  filterNames.some((name) => forVendors[name] === does && filters[name] !== undefined);

/** The states in which an order has something left to ship and may ship. */
export const open: readonly Status[] = ["confirmed", "partiallyShipped"];

const due = {
  customerOwes: sql`orders.due_minor > 0`,
  storeOwes: sql`orders.due_minor < 0`,
  even: sql`orders.due_minor = 0`,
} as const satisfies Record<NonNullable<Filters["balance"]>, SQL>;

const isOpen = sql.raw(`orders.status in (${open.map((status) => `'${status}'`).join()})`);

/** All are rare, and found through the partial indexes of failed refunds, open disputes and reversed payments. */
const troubled = {
  refundFailed: sql`orders.id in (
    select failed.order_id from refunds failed
    where failed.status = 'failed' and failed.seen_at is null and not exists (
      select from refunds later where later.order_id = failed.order_id and later.id > failed.id))`,
  disputed: sql`orders.id in (select disputes.order_id from disputes where disputes.status = 'open')`,
  paymentReversed: sql`${isOpen} and orders.due_minor > 0 and orders.id in (
    select reversed.order_id from payments reversed
    where reversed.reversed_at is not null and not reversed.by_hand and not exists (
      select from payments later where later.order_id = reversed.order_id and later.kind = 'captured'
        and later.reversed_at is null and later.at > reversed.reversed_at))`,
} as const satisfies Record<MoneyTrouble, SQL>;

/** The conditions besides an order's states. For a vendor login only its own lines count. */
export function conditionsOf(filters: Filters, vendor: Vendor): SQL[] {
  const { channel, customerId, from, to, backordered, returned, balance, moneyTrouble, fulfillable, tag } = filters;
  if (vendor !== null && someFilter(filters, "findsNone")) return [sql`false`];
  const conditions: SQL[] = [];
  if (channel !== undefined) {
    conditions.push(sql`orders.channel_id = (select id from channels where code = ${channel})`);
  }
  if (customerId !== undefined) conditions.push(sql`orders.customer_id = ${customerId}`);
  if (from !== undefined) conditions.push(sql`orders.created_at >= ${from.toISOString()}::timestamptz`);
  if (to !== undefined) conditions.push(sql`orders.created_at < ${to.toISOString()}::timestamptz`);
  if (backordered !== undefined) conditions.push(backordered ? waits(vendor) : sql`not ${waits(vendor)}`);
  if (returned !== undefined) conditions.push(sql`${returnedOf(vendor)} = ${sql.raw(`'${returned}'`)}`);
  if (balance !== undefined) conditions.push(due[balance]);
  if (moneyTrouble !== undefined) conditions.push(troubled[moneyTrouble]);
  if (fulfillable !== undefined) {
    const ready = sql`${isOpen} and not ${waits(vendor)} and not ${isPacked(vendor)}`;
    conditions.push(fulfillable ? ready : sql`not (${ready})`);
  }
  if (tag !== undefined) conditions.push(hasTag(tag));
  return conditions;
}

/** Some line waits for stock. Allocated units can leave at once, and untracked ones always. */
const waits = (vendor: Vendor): SQL => sql`exists (
  select from stock_requests r where r.order_id = orders.id and r.backordered > 0 ${
    vendor === null
      ? sql``
      : sql`and exists (select from order_lines o where o.id = r.line_id and o.vendor_id = ${vendor})`
  })`;

/** Everything left is in parcels whose carrier has not answered yet: nothing more can leave. */
const isPacked = (vendor: Vendor): SQL => sql`(
  exists (select from parcels p where p.order_id = orders.id and p.status = 'booking') and not exists (
    select from order_lines l where l.order_id = orders.id ${onlyOwnLines(vendor)} and l.quantity > l.shipped_quantity + (
      select coalesce(sum(i.quantity), 0) from parcel_lines i join parcels p on p.id = i.parcel_id
      where i.line_id = l.id and p.status = 'booking')))`;

const hasTag = (tag: string): SQL => sql`exists (
  select from order_tags h where h.order_id = orders.id and ${isTag(sql`h.tag`, tag)})`;

/** How much of what has shipped came back: of the whole order, or of the vendor's own part. */
export const returnedOf = (vendor: Vendor): SQL<Returned> =>
  vendor === null
    ? sql`orders.returned`
    : sql`(select case when sum(o.returned_quantity) = 0 then 'none'
        when sum(o.returned_quantity) = sum(o.shipped_quantity) then 'all' else 'some' end
        from order_lines o where o.order_id = orders.id and o.vendor_id = ${vendor})`;
