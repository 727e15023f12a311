import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { repairAllocations } from "#core/stock/repair/repair-allocations";
import { linesOf, lockedOrder } from "./lock.ts";
import { type OrderRow, orders } from "./order.table.ts";
import { orderReferenceOf } from "./order-reference.ts";
import { returnedOf, statusOf } from "./states.ts";

/**
 * Recomputes an order's figures: what its lines have shipped and had returned, from its parcels and returns; its money,
 * from its payments; its status, from both; and finally its lines' stock. There is no event, because nothing has
 * happened: it was only recorded wrongly.
 */
export async function repairOrder(change: Change, id: Id<"order">): Promise<void> {
  const row = await lockedOrder(change, { id });
  await change.tx.execute(sql`
    update order_lines l set
      shipped_quantity = (
        select coalesce(sum(i.quantity), 0) from parcel_lines i join parcels p on p.id = i.parcel_id
        where i.line_id = l.id and p.shipped_at is not null),
      returned_quantity = (select coalesce(sum(quantity), 0) from return_lines where line_id = l.id)
    where order_id = ${id}`);
  const lines = await linesOf(change, id);
  const after = { ...(await recomputedMoney(change, row)), status: await recomputedStatus(change, row, lines) };
  await change.tx
    .update(orders)
    .set({ ...after, returned: returnedOf(lines), updatedAt: change.at })
    .where(eq(orders.id, id));
  await repairAllocations(
    change,
    orderReferenceOf({ ...row, ...after }),
    lines
      .filter(({ tracked }) => tracked && after.status !== "cancelled")
      .map((line) => ({
        lineId: line.id,
        variantId: line.variantId,
        quantity: line.quantity - line.shippedQuantity,
      })),
  );
  const { status, paymentStatus, capturedMinor } = row;
  audit(change, "doctor.repair", id, { before: { status, paymentStatus, capturedMinor }, after });
}

/** What was captured and refunded, and the payment status that follows. */
async function recomputedMoney(change: Change, row: OrderRow) {
  const [ledger] = await change.tx.execute<{ captured: string | null; refunded: string; failed: boolean }>(sql`
    select sum(amount_minor) filter (where kind = 'captured' and reversed_at is null)::bigint as captured,
           coalesce(max(at) filter (where kind = 'failed') >= coalesce(max(reversed_at), '-infinity'), false) as failed,
           (select coalesce(sum(amount_minor), 0)::bigint from refunds
             where order_id = ${row.id} and status = 'succeeded') as refunded
    from payments where order_id = ${row.id}`);
  const capturedMinor = Number(ledger?.captured ?? 0);
  const refundedMinor = Number(ledger?.refunded ?? 0);
  const paymentStatus = paymentStatusOf(refundedMinor, ledger?.captured ?? null, ledger?.failed ?? false);
  const waits = paymentStatus === "unpaid" || paymentStatus === "failed";
  return { capturedMinor, refundedMinor, paymentStatus, unpaidSince: waits ? (row.unpaidSince ?? change.at) : null };
}

function paymentStatusOf(refunded: number, captured: string | null, failed: boolean): OrderRow["paymentStatus"] {
  if (captured === null) return failed ? "failed" : "unpaid";
  if (refunded === 0) return "paid";
  return refunded < Number(captured) ? "partiallyRefunded" : "refunded";
}

/** If nothing has shipped, the status cannot be computed and stays: pending, confirmed or cancelled. */
async function recomputedStatus(change: Change, row: OrderRow, lines: Parameters<typeof statusOf>[0]) {
  const nothingLeft = lines.every(({ shippedQuantity }) => shippedQuantity === 0);
  if (nothingLeft && ["pending", "confirmed", "cancelled"].includes(row.status)) return row.status;
  const [parcels] = await change.tx.execute<{ delivered: boolean | null }>(sql`
    select bool_and(status = 'delivered') as delivered from parcels where order_id = ${row.id} and shipped_at is not null`);
  return statusOf(lines, parcels?.delivered ?? false);
}
