import * as z from "zod";
import type { Id } from "#core/contract/kit/fields";
import { type Line, Order, type Return } from "#core/contract/order";
import { type Change, sendLast, type Writes } from "#core/db/change";
import type { Db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { rowsAs } from "#core/db/rows-of";
import { wireTime } from "#core/db/wire";
import { worthOfReturns } from "#core/price/worth-of-returns";
import { type StoredImage, thumbnailOf } from "#core/product/stored-image";
import { balanceOf } from "./balance.ts";
import { orders } from "./order.table.ts";
import { jsonList, money, onlyOwnLines, staffOnly, type Vendor } from "./wire/own-part.ts";
import { wireParcels, wireReturns } from "./wire/parcels.ts";
import { wireDisputes, wirePayments, wireRefundable, wireRefunds, wireRequests } from "./wire/payments.ts";

/** An order that this change has just written. */
export async function shownOrder(change: Change, id: Id<"order">): Promise<Order> {
  const [shown] = await shownOrders(change.tx, sql`orders.id = ${id}`);
  if (!shown) throw new Error(`order ${id} disappeared while it was locked`);
  return shown;
}

/**
 * The same after these writes, together with what the change has so far to write last. Both are sent in this order over
 * the change's one connection, for one round trip, so the order is read as they leave it.
 */
export async function shownAfter(change: Change, id: Id<"order">, ...writes: readonly Writes[]): Promise<Order> {
  const [shown] = await shownAllAfter(change, [id], ...writes);
  if (!shown) throw new Error(`order ${id} disappeared while it was locked`);
  return shown;
}

/** The same for several orders, sorted by id. */
export async function shownAllAfter(
  change: Change,
  ids: readonly Id<"order">[],
  ...writes: readonly Writes[]
): Promise<Order[]> {
  const [, shown] = await pipelined(
    sendLast(change, ...writes),
    shownOrders(change.tx, sql`orders.id = any(${sql.param(ids)})`),
  );
  return shown;
}

/** Orders with all their parts, as the API shows them, in one statement; for a vendor login, its own part of each. */
export async function shownOrders(tx: Db, which: SQL, vendor: Vendor = null): Promise<Order[]> {
  const rows =
    vendor === null
      ? await wholeOrders(tx, sql`where ${which} order by orders.id`)
      : await tx.select(shownOf(vendor)).from(orders).where(which).orderBy(sql`orders.id`);
  return rows.map(({ wire, ...sums }) =>
    z.decode(Order, {
      ...wire,
      lines: wire.lines.map(({ image, ...line }) => ({ ...line, imageUrl: thumbnailOf(image) })),
      balance: vendor === null ? balanceOf(sums) : null,
      returns: vendor === null ? withWorth(wire, sums) : wire.returns.map((one) => ({ ...one, worth: null })),
    }),
  );
}

/** An order as the database returns it, without the fields that are computed in the program. */
interface Wire extends Omit<z.input<typeof Order>, "balance" | "returns" | "lines"> {
  readonly lines: readonly (Omit<z.input<typeof Line>, "imageUrl"> & { readonly image: StoredImage | null })[];
  readonly returns: readonly Omit<z.input<typeof Return>, "worth">[];
}

function withWorth({ lines, returns, currency }: Wire, { totalMinor }: { readonly totalMinor: number }) {
  const priced = lines.map(({ id, quantity, total }) => ({ id, quantity, totalMinor: total.amountMinor }));
  const worths = worthOfReturns({ totalMinor, lines: priced }, returns);
  return returns.map((one, index) => ({ ...one, worth: { amountMinor: worths[index] ?? 0, currency } }));
}

const wireContact = sql`json_build_object('email', orders.email, 'name', orders.name, 'phone', orders.phone)`;
export const channelCode = sql<string | null>`(select code from channels where channels.id = orders.channel_id)`;

/** An order in wire form, without its balance and its returns' worth. */
const wireOrder = (vendor: Vendor) => sql<Wire>`json_build_object(
  'id', orders.id, 'number', orders.number, 'status', orders.status, 'paymentStatus', orders.payment_status,
  'customerId', ${staffOnly(vendor, sql`orders.customer_id`)}, 'contact', ${staffOnly(vendor, wireContact)},
  'address', ${staffOnly(vendor, sql`orders.address`)},
  'channel', ${channelCode},
  'paymentMethod', ${staffOnly(vendor, sql`orders.payment_method`)},
  'discountCode', ${staffOnly(vendor, sql`orders.discount_code`)},
  'tags', ${staffOnly(vendor, tagsOf, sql`'[]'::json`)},
  'currency', orders.currency, 'taxesInclusive', orders.taxes_inclusive,
  'lines', ${wireLines(vendor)},
  'totals', ${staffOnly(
    vendor,
    sql`json_build_object('subtotal', ${money("orders.subtotal_minor")}, 'discount', ${money("orders.discount_minor")},
      'shipping', ${money("orders.shipping_minor")}, 'tax', ${money("orders.tax_minor")},
      'total', ${money("orders.total_minor")})`,
  )},
  'paid', ${staffOnly(vendor, money("orders.captured_minor"))},
  'refunded', ${staffOnly(vendor, money("orders.refunded_minor"))},
  'payments', ${staffOnly(vendor, wirePayments, sql`'[]'::json`)},
  'refunds', ${staffOnly(vendor, wireRefunds, sql`'[]'::json`)},
  'refundable', ${staffOnly(vendor, wireRefundable)},
  'paymentRequests', ${staffOnly(vendor, wireRequests, sql`'[]'::json`)},
  'disputes', ${staffOnly(vendor, wireDisputes, sql`'[]'::json`)},
  'parcels', ${wireParcels(vendor)},
  'returns', ${wireReturns(vendor)},
  'unpaidSince', ${wireTime("orders.unpaid_since")}, 'cancelledAt', ${wireTime("orders.cancelled_at")},
  'cancelReason', ${staffOnly(vendor, sql`orders.cancel_reason`)},
  'createdAt', ${wireTime("orders.created_at")}, 'updatedAt', ${wireTime("orders.updated_at")},
  'version', orders.version)`;

const wireLines = (vendor: Vendor) =>
  jsonList(
    sql`json_build_object('id', l.id, 'variantId', l.variant_id, 'productId', l.product_id, 'vendorId', l.vendor_id,
      'sku', l.sku, 'title', l.title, 'image', (select images -> 0 from products where products.id = l.product_id),
      'quantity', l.quantity, 'unitPrice', ${money("l.unit_price_minor")},
      'priceListId', ${staffOnly(vendor, sql`l.price_list_id`)},
      'discount', ${money("l.discount_minor")}, 'tax', ${money("l.tax_minor")},
      'taxBasisPoints', l.tax_basis_points, 'total', ${money("l.total_minor")}, 'tracked', l.tracked,
      'allocations', ${jsonList(
        sql`json_build_object('locationId', a.location_id, 'quantity', a.quantity)`,
        sql`a.location_id`,
        sql`allocations a where a.line_id = l.id`,
      )},
      'backordered', coalesce((select r.backordered from stock_requests r where r.line_id = l.id), 0),
      'shipped', l.shipped_quantity, 'returned', l.returned_quantity)`,
    sql`l.position`,
    sql`order_lines l where l.order_id = orders.id ${onlyOwnLines(vendor)}`,
  );

/** Sorted by bytes, as JavaScript sorts them too. */
export const tagsOf = jsonList(sql`t.tag`, sql`t.tag collate "C"`, sql`order_tags t where t.order_id = orders.id`);

const shownOf = (vendor: Vendor) => {
  const { status, currency, totalMinor, capturedMinor, refundedMinor } = orders;
  return { wire: wireOrder(vendor), status, currency, totalMinor, capturedMinor, refundedMinor };
};

const wholeOrders = rowsAs(orders, shownOf(null));
