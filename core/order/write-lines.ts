import type { Change, Writes } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { asRecords } from "#core/db/insert-rows";
import type { LineRow, OrderRow } from "./order.table.ts";

/** A line with its quantity before and after. */
interface LineEdit {
  readonly line: LineRow;
  readonly from: number;
  readonly to: number;
}

/** An edit of an order and its lines. */
export interface Edit {
  /** The order after the edit. */
  readonly row: OrderRow;
  readonly kept: readonly LineEdit[];
  readonly added: readonly LineEdit[];
  readonly removed: readonly LineEdit[];
}

/** The lines whose quantity an edit changes, for its answer, its event and its audit entry. */
export const lineChangesIn = ({ kept, added, removed }: Edit) =>
  [...kept, ...added, ...removed].flatMap(({ line, from, to }) =>
    from === to ? [] : [{ lineId: line.id, sku: line.sku, before: from, after: to }],
  );

/** Writes an edit of any number of lines, and the order's totals. The caller holds the order's row. */
export function linesWritten(change: Change, { row, kept, added, removed }: Edit): Writes {
  const asRows = (edits: Edit["kept"]) => asRecords(edits.map(({ line }) => line));
  const removedIds = removed.map(({ line }) => line.id);
  return {
    removed: sql`delete from order_lines where id = any(${sql.param(removedIds)})`,
    kept: sql`
      update order_lines l set quantity = k.quantity,
        unit_price_minor = k.unit_price_minor, price_list_id = k.price_list_id,
        discount_minor = k.discount_minor, tax_minor = k.tax_minor, total_minor = k.total_minor
      from jsonb_populate_recordset(null::order_lines, ${asRows(kept)}::jsonb) as k
      where l.id = k.id and l.order_id = ${row.id}`,
    added: sql`
      insert into order_lines select * from jsonb_populate_recordset(null::order_lines, ${asRows(added)}::jsonb)`,
    totalled: sql`
      update orders set status = ${row.status}, subtotal_minor = ${row.subtotalMinor}, discount_minor = ${row.discountMinor},
        shipping_minor = ${row.shippingMinor}, tax_minor = ${row.taxMinor}, total_minor = ${row.totalMinor},
        discount_id = ${row.discountId}, discount_code = ${row.discountCode}, discount_kind = ${row.discountKind},
        discount_value = ${row.discountValue}, discount_minimum_minor = ${row.discountMinimumMinor},
        shipping_discount_minor = ${row.shippingDiscountMinor},
        updated_at = ${change.at.toISOString()}::timestamptz
      where id = ${row.id}`,
  };
}
