import { auditEach } from "#core/audit/record-each";
import { customersOf } from "#core/customer/customers-of";
import type { Change } from "#core/db/change";
import { type PgTable, sql } from "#core/db/drizzle";
import { insertRows } from "#core/db/insert-rows";
import { pipelined } from "#core/db/pipelined";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { type OrderRow, orderLines, orderNotes, orders, orderTags } from "#core/order/order.table";
import { shownOrders } from "#core/order/show";
import { payments } from "#core/payment/payment.table";
import { refunds } from "#core/payment/refund.table";
import { returnLines, returns } from "#core/returns/returns.table";
import { parcelLines, parcels } from "#core/shipping/parcel.table";
import type { TakenOrder } from "./taken-order.ts";
import { type Imported, type Written, writtenOf } from "./written-rows.ts";

/**
 * Writes orders as they were, with payments, refunds, parcels and returns, and without moving any stock. Their lines
 * are untracked, because the goods left another system's stock.
 */
export async function writeOrders(change: Change, taken: readonly TakenOrder[], how: Imported): Promise<void> {
  if (taken.length === 0) return;
  const written = taken.map((order) => writtenOf(change, order, how));
  const { tx } = change;
  const insert = <Table extends PgTable>(table: Table, rows: readonly Table["$inferSelect"][]) =>
    rows.length > 0 && insertRows(tx, table, rows);
  const rows = written.map(({ order }) => order);
  const customers = await customersOf(change, rows);
  await insertRows(
    tx,
    orders,
    rows.map((row) => ({ ...row, customerId: customers.get(row.email.trim().toLowerCase()) ?? null })),
  );
  await pipelined(
    insert(
      orderLines,
      written.flatMap(({ lines }) => lines),
    ),
    insert(
      payments,
      written.flatMap((one) => one.payments),
    ),
    insert(
      refunds,
      written.flatMap((one) => one.refunds),
    ),
    insert(
      parcels,
      written.flatMap((one) => one.parcels),
    ),
    insert(
      parcelLines,
      written.flatMap((one) => one.parcelLines),
    ),
    insert(
      returns,
      written.flatMap((one) => one.returns),
    ),
    insert(
      returnLines,
      written.flatMap((one) => one.returnLines),
    ),
    insert(
      orderNotes,
      written.flatMap(({ notes }) => notes),
    ),
    insert(
      orderTags,
      written.flatMap(({ tags }) => tags),
    ),
    noteOrigins(change, written, how),
  );
  auditEach(
    change,
    "import.start",
    "order",
    written.map(({ order }) => entryOf(order, how)),
  );
  if (!how.emit) return;
  const ids = written.map(({ order }) => order.id);
  for (const shown of await shownOrders(tx, sql`orders.id = any(${sql.param(ids)})`)) {
    // `imported` shows receivers that write to customers that this is an old order.
    emitOrderEvent(change, "order.created", shown, { imported: true });
  }
}

const entryOf = ({ id, number, status, totalMinor }: OrderRow, { jobId }: Imported) => ({
  subjectId: id,
  after: { number, status, totalMinor, import: jobId },
});

async function noteOrigins(change: Change, written: readonly Written[], { jobId, layout }: Imported): Promise<void> {
  const rows = written.map(({ order, digest }) => ({ id: order.id, number: order.number, digest }));
  await change.tx.execute(sql`
    insert into imported_orders (order_id, import_id, layout, original_number, digest, imported_at)
    select id, ${jobId}, ${layout}, number, digest, ${change.at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id text, number text, digest uuid)`);
}
