import type { Action } from "#core/audit/record";
import * as gateway from "#core/contract/gateway";
import type { UnmatchedReason } from "#core/contract/payment";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { dueMinor } from "#core/order/balance";
import type { OrderRow } from "#core/order/order.table";
import { capturePayments } from "./capture.ts";
import type { References } from "./gateways/gateway.ts";
import type { Amount } from "./gateways/units.ts";
import { closeRequests } from "./requests/close-requests.ts";
import { keepDisputes } from "./take-dispute.ts";

/** A payment reported by a gateway. */
export interface Taken extends Amount, References {
  readonly gateway: string;
  readonly paymentId: string;
  /** When it was reported, by the gateway's clock. */
  readonly at?: Date | undefined;
}

export interface Paid extends Taken {
  readonly row: OrderRow;
  readonly mode: "live" | "test";
}

/** Why a payment does not settle the order; null if it does. */
export function reasonAgainst(row: OrderRow, { amountMinor, currency }: Amount): UnmatchedReason | null {
  if (row.status === "cancelled") return "cancelled";
  if (currency !== row.currency) return "otherCurrency";
  const due = dueMinor(row);
  if (due <= 0) return "alreadyPaid";
  return amountMinor === due ? null : "otherAmount";
}

/**
 * The key of an advisory lock for a payment at a gateway. Several events report the same payment, and not all name its
 * order: handled at the same time, one would pay the order and the other record it as unmatched.
 */
export const paymentLock = (gateway: SQL | string, paymentId: SQL | string): SQL =>
  sql`9, hashtext(${gateway} || ' ' || ${paymentId})`;

/**
 * Pays orders with payments taken by a gateway, one per order. The caller has locked the orders' rows and compared the
 * amounts.
 */
export async function payOrders(
  change: Change,
  paid: readonly Paid[],
  action: Action = gateway.receive.name,
): ReturnType<typeof capturePayments> {
  const pages = paid.map(({ row, gateway, paymentRequestId, requestId }) => ({
    ...{ order_id: row.id, gateway, id: paymentRequestId, gateway_request_id: requestId },
  }));
  const pagesPaid = change.tx.execute(sql`
    update payment_requests request set status = 'paid', says = null, pending_since = null
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb)
      as page(order_id text, gateway text, id text, gateway_request_id text)
    where request.order_id = any(${sql.param(pages.map((page) => page.order_id))})
      and request.order_id = page.order_id and request.gateway = page.gateway
      and request.status in ('asked', 'open', 'closing', 'closed')
      and (request.id = page.id or request.gateway_request_id = page.gateway_request_id)`);
  await pipelined(pagesPaid, keepDisputes(change, paid, action));
  const captures = paid.map(({ row, gateway, amountMinor, mode, paymentId, at = null }) => ({
    ...{ row, method: gateway, byHand: false, amountMinor, mode },
    ...{ reference: paymentId, gatewayPaymentId: paymentId, reportedAt: at },
  }));
  const shown = await capturePayments(change, captures, action);
  await closeRequests(
    change,
    paid.map(({ row }) => row.id),
    { except: 0 },
  );
  return shown;
}
