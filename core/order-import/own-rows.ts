import type { Cell } from "#core/contract/values/csv-line";
import { decimalsOf } from "#core/contract/values/currency";
import { listCell } from "#core/csv/list-cell";
import type { Db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { wireTime } from "#core/db/wire";
import { lineColumns, type OwnColumn, ownColumns } from "./own-columns.ts";

type Sums = "subtotal" | "discount" | "shipping" | "tax" | "total" | "paid" | "refunded";
type LineSums = "unit price" | "line discount" | "line tax" | "line total";

interface Found extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly currency: string;
  readonly order: Readonly<Record<string, string | number | boolean | null>>;
  readonly tags: readonly string[];
  readonly lines: readonly Readonly<Record<string, string | number>>[];
}

const sums: readonly string[] = [
  "subtotal",
  "discount",
  "shipping",
  "tax",
  "total",
  "paid",
  "refunded",
] satisfies Sums[];
const lineSums: readonly string[] = ["unit price", "line discount", "line tax", "line total"] satisfies LineSums[];

/** Orders as rows of our own file, sorted by id. */
export async function ownRowsOf(
  tx: Db,
  which: SQL,
): Promise<readonly { id: string; rows: readonly (readonly Cell[])[] }[]> {
  const found = await tx.execute<Found>(sql`
    select orders.id, orders.currency, ${wireOfOrder} as "order",
      array(select tag from order_tags where order_id = orders.id order by tag collate "C") as tags,
      (select json_agg(json_build_object(
        'sku', l.sku, 'item', l.title, 'quantity', l.quantity, 'unit price', l.unit_price_minor, 'tax rate', l.tax_basis_points,
        'line discount', l.discount_minor, 'line tax', l.tax_minor, 'line total', l.total_minor,
        'line shipped', l.shipped_quantity, 'line returned', l.returned_quantity) order by l.position)
        from order_lines l where l.order_id = orders.id) as lines
    from orders where ${which} order by orders.id`);
  return found.map(({ id, ...one }) => ({ id, rows: rowsOf(one) }));
}

function rowsOf({ currency, order, tags, lines }: Pick<Found, "currency" | "order" | "tags" | "lines">): Cell[][] {
  const decimals = decimalsOf(currency);
  return lines.map((line, nth) => {
    const cellOf = (column: OwnColumn): Cell => {
      if (lineColumns.some((one) => one === column)) {
        const value = line[column] ?? null;
        if (column === "tax rate") return String(Number(value) / 100);
        return lineSums.includes(column) ? amountOf(value, decimals) : value;
      }
      if (nth > 0 && column !== "number") return null;
      if (column === "tags") return tags.length > 0 ? listCell(tags) : null;
      const value = order[column] ?? null;
      if (typeof value === "boolean") return value ? "yes" : "no";
      return sums.includes(column) ? amountOf(value, decimals) : value;
    };
    return ownColumns.map(cellOf);
  });
}

/** Exact: the digits are split, without division. */
export function amountOf(minor: string | number | boolean | null, decimals: number): string {
  const digits = String(Math.abs(Number(minor))).padStart(decimals + 1, "0");
  const sign = Number(minor) < 0 ? "-" : "";
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const captured = sql`from payments where payments.order_id = orders.id and kind = 'captured' and reversed_at is null`;
const made = sql`from refunds where refunds.order_id = orders.id and status = 'succeeded'`;
const sent = sql`from parcels where parcels.order_id = orders.id`;

/** In characters, of all notes together: with more, the row would be larger than any that is read again. */
const notesMax = 400_000;

/** Several payments become one sum with the first one's time; several parcels become one. */
const wireOfOrder = sql`json_build_object(
  'number', number, 'placed at', ${wireTime("created_at")}, 'status', status, 'payment status', payment_status,
  'email', email, 'name', name, 'phone', phone,
  'address 1', address->>'line1', 'address 2', address->>'line2', 'city', address->>'city', 'region', address->>'region',
  'postal code', address->>'postalCode', 'country', address->>'country',
  'currency', currency, 'taxes included', taxes_inclusive, 'discount code', discount_code,
  'subtotal', subtotal_minor, 'discount', discount_minor, 'shipping', shipping_minor, 'tax', tax_minor, 'total', total_minor,
  'cash on delivery', payment_method = 'cod', 'paid', captured_minor) ::jsonb || jsonb_build_object(
  'paid by', (select string_agg(case method when 'imported' then reason else method end, ' + ' order by id) ${captured}),
  'payment reference', (select string_agg(reference, ' + ' order by id) ${captured}),
  'paid at', (select ${wireTime("min(at)")} ${captured}),
  'refunded', refunded_minor, 'refunded at', (select ${wireTime("max(at)")} ${made}),
  'cancelled at', ${wireTime("cancelled_at")}, 'cancel reason', cancel_reason,
  'tracking number', (select string_agg(tracking_number, ' ' order by id) ${sent}),
  'shipped at', (select ${wireTime("min(shipped_at)")} ${sent}),
  'delivered at', (select case when count(*) = count(delivered_at) then ${wireTime("max(delivered_at)")} end ${sent}),
  'notes', (select left(string_agg(text, E'\n\n' order by id), ${notesMax})
    from order_notes where order_notes.order_id = orders.id))`;
