import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Id } from "#core/contract/fields";
import { type Line, Order, type Return } from "#core/contract/order";
import { cannotRefund } from "#core/contract/order-shapes";
import type { Change } from "#core/db/change";
import type { Db } from "#core/db/client";
import { textOf } from "#core/db/prepared";
import { wireMoney, wireTime } from "#core/db/wire";
import { worthOfReturns } from "#core/price/worth-of-returns";
import { type StoredImage, thumbnailOf } from "#core/product/stored-image";
import { balanceOf } from "./balance.ts";
import { orders } from "./order.table.ts";

export type Vendor = Id<"vendor"> | null;

/** An order that this change has just written. */
export async function shownOrder(change: Change, id: Id<"order">): Promise<Order> {
  const [shown] = await shownOrders(change.tx, sql`orders.id = ${id}`);
  if (!shown) throw new Error(`order ${id} has gone from under its own lock`);
  return shown;
}

/** Orders with all their parts, as the API shows them, in one statement: to a vendor login, its own part of each. */
export async function shownOrders(tx: Db, which: SQL, vendor: Vendor = null): Promise<Order[]> {
  const { status, currency, totalMinor, capturedMinor, refundedMinor } = orders;
  const wire = vendor === null ? wholeOrder : wireOrder(vendor);
  const rows = await tx
    .select({ wire, status, currency, totalMinor, capturedMinor, refundedMinor })
    .from(orders)
    .where(which)
    .orderBy(sql`orders.id`);
  return rows.map(({ wire, ...sums }) =>
    z.decode(Order, {
      ...wire,
      lines: wire.lines.map(({ image, ...line }) => ({ ...line, imageUrl: thumbnailOf(image) })),
      balance: vendor === null ? balanceOf(sums) : null,
      returns: vendor === null ? withWorth(wire, sums) : wire.returns.map((one) => ({ ...one, worth: null })),
    }),
  );
}

/** An order as the database says it: what is worked out of it is worked out in one place only. */
interface Wire extends Omit<z.input<typeof Order>, "balance" | "returns" | "lines"> {
  readonly lines: readonly (Omit<z.input<typeof Line>, "imageUrl"> & { readonly image: StoredImage | null })[];
  readonly returns: readonly Omit<z.input<typeof Return>, "worth">[];
}

function withWorth({ lines, returns, currency }: Wire, { totalMinor }: { readonly totalMinor: number }) {
  const priced = lines.map(({ id, quantity, total }) => ({ id, quantity, totalMinor: total.amountMinor }));
  const worths = worthOfReturns({ totalMinor, lines: priced }, returns);
  return returns.map((one, index) => ({ ...one, worth: { amountMinor: worths[index] ?? 0, currency } }));
}

const money = (minor: string) => wireMoney(minor, "orders.currency");

/** What only staff see: null to a vendor login. */
const unlessVendor = (vendor: Vendor, value: SQL, otherwise = sql`null`): SQL => (vendor === null ? value : otherwise);

const itsOwn = (vendor: Vendor): SQL => (vendor === null ? sql`` : sql`and l.vendor_id = ${vendor}`);

const wireContact = sql`json_build_object('email', orders.email, 'name', orders.name, 'phone', orders.phone)`;
export const channelCode = sql<string | null>`(select code from channels where channels.id = orders.channel_id)`;

/** An order as it travels, but for its balance and what its returns are worth. */
const wireOrder = (vendor: Vendor) => sql<Wire>`json_build_object(
  'id', orders.id, 'number', orders.number, 'status', orders.status, 'paymentStatus', orders.payment_status,
  'customerId', ${unlessVendor(vendor, sql`orders.customer_id`)}, 'contact', ${unlessVendor(vendor, wireContact)},
  'address', ${unlessVendor(vendor, sql`orders.address`)},
  'channel', ${channelCode},
  'paymentMethod', ${unlessVendor(vendor, sql`orders.payment_method`)},
  'discountCode', ${unlessVendor(vendor, sql`orders.discount_code`)},
  'tags', ${unlessVendor(vendor, tagsOf, sql`'[]'::json`)},
  'currency', orders.currency, 'taxesInclusive', orders.taxes_inclusive,
  'lines', ${wireLines(vendor)},
  'totals', ${unlessVendor(
    vendor,
    sql`json_build_object('subtotal', ${money("orders.subtotal_minor")}, 'discount', ${money("orders.discount_minor")},
      'shipping', ${money("orders.shipping_minor")}, 'tax', ${money("orders.tax_minor")},
      'total', ${money("orders.total_minor")})`,
  )},
  'paid', ${unlessVendor(vendor, money("orders.captured_minor"))},
  'refunded', ${unlessVendor(vendor, money("orders.refunded_minor"))},
  'payments', ${unlessVendor(vendor, wirePayments, sql`'[]'::json`)},
  'refunds', ${unlessVendor(vendor, wireRefunds, sql`'[]'::json`)},
  'refundable', ${unlessVendor(vendor, wireRefundable)},
  'paymentRequests', ${unlessVendor(vendor, wireRequests, sql`'[]'::json`)},
  'disputes', ${unlessVendor(vendor, wireDisputes, sql`'[]'::json`)},
  'parcels', ${wireParcels(vendor)},
  'returns', ${wireReturns(vendor)},
  'unpaidSince', ${wireTime("orders.unpaid_since")}, 'cancelledAt', ${wireTime("orders.cancelled_at")},
  'cancelReason', ${unlessVendor(vendor, sql`orders.cancel_reason`)},
  'createdAt', ${wireTime("orders.created_at")}, 'updatedAt', ${wireTime("orders.updated_at")},
  'version', orders.version)`;

const listOf = (item: SQL, order: SQL, from: SQL): SQL =>
  sql`(select coalesce(json_agg(${item} order by ${order}), '[]') from ${from})`;

const wireLines = (vendor: Vendor) =>
  listOf(
    sql`json_build_object('id', l.id, 'variantId', l.variant_id, 'productId', l.product_id, 'vendorId', l.vendor_id,
      'sku', l.sku, 'title', l.title, 'image', (select images -> 0 from products where products.id = l.product_id),
      'quantity', l.quantity, 'unitPrice', ${money("l.unit_price_minor")},
      'priceListId', ${unlessVendor(vendor, sql`l.price_list_id`)},
      'discount', ${money("l.discount_minor")}, 'tax', ${money("l.tax_minor")},
      'taxBasisPoints', l.tax_basis_points, 'total', ${money("l.total_minor")}, 'tracked', l.tracked,
      'allocations', ${listOf(
        sql`json_build_object('locationId', a.location_id, 'quantity', a.quantity)`,
        sql`a.location_id`,
        sql`allocations a where a.line_id = l.id`,
      )},
      'backordered', coalesce((select r.backordered from stock_requests r where r.line_id = l.id), 0),
      'shipped', l.shipped_quantity, 'returned', l.returned_quantity)`,
    sql`l.position`,
    sql`order_lines l where l.order_id = orders.id ${itsOwn(vendor)}`,
  );

/** What is left of a payment: refunds under way count as made. Of one by hand, and of some gateways, nothing can be refunded. */
const leftOf = sql`(p.amount_minor - coalesce((
  select sum(f.amount_minor) from refunds f where f.payment_id = p.id and f.status <> 'failed'), 0))`;
const canRefund = sql`(p.kind = 'captured' and p.reversed_at is null and not p.by_hand
  and p.method <> all(${sql.raw(`array[${cannotRefund.map((code) => `'${code}'`).join(", ")}]`)}))`;

/** By their letters as bytes, as JavaScript sorts them too. */
export const tagsOf = listOf(sql`t.tag`, sql`t.tag collate "C"`, sql`order_tags t where t.order_id = orders.id`);

const wirePayments = listOf(
  sql`json_build_object('id', p.id, 'kind', p.kind, 'method', p.method, 'amount', ${money("p.amount_minor")},
    'mode', p.mode, 'refundable', case when ${canRefund} then json_build_object('amountMinor', ${leftOf},
      'currency', orders.currency) end,
    'reference', p.reference, 'reason', p.reason, 'by', p.actor_name, 'byHand', p.by_hand, 'at', ${wireTime("p.at")},
    'reversedAt', ${wireTime("p.reversed_at")})`,
  sql`p.id`,
  sql`payments p where p.order_id = orders.id`,
);

const wireRefundable = sql`json_build_object('amountMinor', (
  select coalesce(sum(${leftOf}), 0) from payments p where p.order_id = orders.id and ${canRefund}),
  'currency', orders.currency)`;

const wireRefunds = listOf(
  sql`json_build_object('id', f.id, 'paymentId', f.payment_id, 'gateway', f.gateway, 'mode', f.mode,
    'amount', ${wireMoney("f.amount_minor", "f.currency")}, 'status', f.status, 'gatewayRefundId', f.gateway_refund_id,
    'reason', f.reason, 'says', f.says, 'madeElsewhere', f.made_elsewhere, 'by', f.actor_name, 'at', ${wireTime("f.at")},
    'settledAt', ${wireTime("f.settled_at")}, 'dismissedAt', ${wireTime("f.seen_at")})`,
  sql`f.id`,
  sql`refunds f where f.order_id = orders.id`,
);

const wireRequests = listOf(
  sql`json_build_object('id', q.id, 'gateway', q.gateway, 'mode', q.mode, 'amount', ${wireMoney("q.amount_minor", "q.currency")},
    'status', case when q.status = 'open' and q.expires_at <= now() then 'closed' else q.status end, 'url', q.url,
    'says', q.says, 'expiresAt', ${wireTime("q.expires_at")}, 'by', q.actor_name, 'at', ${wireTime("q.at")})`,
  sql`q.id`,
  sql`payment_requests q where q.order_id = orders.id`,
);

const wireDisputes = listOf(
  sql`json_build_object('id', d.id, 'gateway', d.gateway, 'amount', ${wireMoney("d.amount_minor", "d.currency")},
    'moneyTaken', d.money_taken, 'reason', d.reason, 'status', d.status, 'openedAt', ${wireTime("d.opened_at")},
    'closedAt', ${wireTime("d.closed_at")})`,
  sql`d.id`,
  sql`disputes d where d.order_id = orders.id`,
);

const wireParcels = (vendor: Vendor) =>
  listOf(
    sql`json_build_object('id', p.id, 'carrier', p.carrier, 'service', p.service,
      'courier', p.courier, 'mode', p.mode,
      'trackingNumber', p.tracking_number, 'trackingUrl', ${unlessVendor(vendor, sql`p.tracking_url`)},
      'labelUrl', ${unlessVendor(vendor, sql`p.label_url`)}, 'label', ${unlessVendor(vendor, sql`p.label_format`)},
      'status', p.status, 'says', ${unlessVendor(vendor, sql`p.says`)},
      'tracking', ${unlessVendor(vendor, sql`p.tracking`, sql`'[]'::json`)}, 'trackStatus', p.track_status,
      'locationId', p.location_id, 'box', p.box, 'weightGrams', p.weight_grams,
      'cost', ${unlessVendor(vendor, sql`case when p.cost_minor is not null then ${wireMoney("p.cost_minor", "p.cost_currency")} end`)},
      'collect', ${unlessVendor(vendor, sql`case when p.collect_minor is not null then ${money("p.collect_minor")} end`)},
      'lines', inside.lines,
      'shippedAt', ${wireTime("p.shipped_at")}, 'deliveredAt', ${wireTime("p.delivered_at")})`,
    sql`p.id`,
    sql`parcels p cross join lateral (
      select json_agg(json_build_object('lineId', i.line_id, 'quantity', i.quantity) order by i.line_id) as lines
      from parcel_lines i join order_lines l on l.id = i.line_id where i.parcel_id = p.id ${itsOwn(vendor)}) inside
      where p.order_id = orders.id and inside.lines is not null`,
  );

const wireReturns = (vendor: Vendor) =>
  listOf(
    sql`json_build_object('id', r.id, 'lines', inside.lines,
      'reason', ${unlessVendor(vendor, sql`r.reason`)}, 'recordedAt', ${wireTime("r.recorded_at")})`,
    sql`r.id`,
    sql`returns r cross join lateral (
      select json_agg(json_build_object('lineId', i.line_id, 'quantity', i.quantity, 'restock', i.restock,
        'locationId', i.location_id) order by i.line_id) as lines
      from return_lines i join order_lines l on l.id = i.line_id where i.return_id = r.id ${itsOwn(vendor)}) inside
      where r.order_id = orders.id and inside.lines is not null`,
  );

const wholeOrder = textOf(wireOrder(null));
