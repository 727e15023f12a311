import { audit } from "#core/audit/record";
import * as gatewayApi from "#core/contract/gateway";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import type { Settled } from "#core/inbox/inbox-of";
import { dueMinor } from "#core/order/balance";
import { findLockedOrder } from "#core/order/lock";
import type { Happened } from "./gateways/gateway.ts";
import { payments } from "./payment.table.ts";
import { endPending } from "./requests/end-pending.ts";
import { namedBy, ofPage, paidInTestMode } from "./take-payment.ts";

type Failed = Extract<Happened, { is: "paymentFailed" | "paymentCancelled" }>;

/**
 * Records a failed attempt. It never undoes a success; the order stays open, because the customer may try again.
 *
 * @param at when it failed, by the gateway's clock.
 */
export async function recordFailure(change: Change, gateway: string, failed: Failed, at = change.at): Promise<Settled> {
  const { orderId, mode, isTest } = await namedBy(change, { gateway, ...failed });
  if (isTest) return paidInTestMode;
  const row = orderId && (await findLockedOrder(change, orderId));
  if (!row) return { is: "ignored", says: "It is not about an order of this store." };
  const page = ofPage({ gateway, ...failed });
  const failedAt = sql`${at.toISOString()}::timestamptz`;
  // That the payment was pending before may be reported later.
  await change.tx.execute(sql`
    update payment_requests set failed_at = greatest(failed_at, ${failedAt}) where ${page}`);
  // An earlier attempt on the same page may be reported late.
  const wasPending = await endPending(change, sql`${page} and pending_since <= ${failedAt}`, failed.says);
  if (failed.is === "paymentCancelled" && !wasPending) return { is: "settled", says: "No payment was pending." };
  const isOpen = row.paymentStatus === "unpaid" || row.paymentStatus === "failed";
  if (row.status === "cancelled" || !isOpen) return { is: "settled", says: "The order is paid or cancelled." };
  const [known] = await change.tx.execute(sql`
    select 1 from payments where order_id = ${row.id} and kind = 'failed' and gateway_payment_id = ${failed.paymentId ?? null}`);
  if (known) return { is: "settled", says: "It was already recorded." };
  await change.tx.insert(payments).values({
    id: newId("payment"),
    orderId: row.id,
    kind: "failed",
    method: gateway,
    byHand: false,
    amountMinor: dueMinor(row),
    reason: failed.says,
    gatewayPaymentId: failed.paymentId ?? null,
    mode,
    actorId: change.by.id,
    actorName: change.by.name,
    at: change.at,
  });
  await change.tx.execute(sql`
    update orders set payment_status = 'failed', updated_at = ${change.at.toISOString()}::timestamptz where id = ${row.id}`);
  audit(change, gatewayApi.receive.name, row.id, {
    before: { paymentStatus: row.paymentStatus },
    after: { paymentStatus: "failed", reason: failed.says },
  });
  return { is: "settled", says: null };
}
