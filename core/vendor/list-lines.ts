import * as z from "zod";
import type { Actor } from "#core/actor";
import { timeText } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as vendor from "#core/contract/vendor";
import type { VendorLine } from "#core/contract/vendor";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, rowsFor } from "#core/db/page";
import { wireMoney } from "#core/db/wire";
import { readVendor } from "./read.ts";

type Row = Omit<VendorLine, "placedAt"> & { readonly placedAt: string };

/** The cursor: when its order was placed, the order and the line. */
const place = z.tuple([timeText, z.string(), z.string()]);

/** In the order of the index of vendors' lines, which is that of their orders. */
export async function listVendorLines(
  by: Actor,
  { id, limit, cursor }: InputOf<typeof vendor.listLines>,
): Promise<OutputOf<typeof vendor.listLines>> {
  await readVendor(by, { id });
  const after = cursor === undefined ? null : decodeCursor(cursor, place);
  const rows = await db().execute<{ line: Row }>(sql`
    select json_build_object(
      'id', l.id, 'orderId', o.id, 'orderNumber', o.number, 'orderStatus', o.status, 'variantId', l.variant_id,
      'sku', l.sku, 'title', l.title, 'quantity', l.quantity, 'shipped', l.shipped_quantity,
      'returned', l.returned_quantity, 'total', ${wireMoney("l.total_minor", "o.currency")},
      'placedAt', l.placed_at) as line
    from order_lines l join orders o on o.id = l.order_id
    where l.vendor_id = ${id}
      ${after ? sql`and (l.placed_at, l.order_id, l.id) < (${after[0]}::timestamptz, ${after[1]}, ${after[2]})` : sql``}
    order by l.placed_at desc, l.order_id desc, l.id desc limit ${rowsFor(limit)}`);
  return pageFrom(
    rows,
    limit,
    ({ line }) => [new Date(line.placedAt).toISOString(), line.orderId, line.id],
    ({ line }) => ({ ...line, placedAt: new Date(line.placedAt) }),
  );
}
