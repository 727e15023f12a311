import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { insertRows } from "#core/db/insert-rows";
import { newId } from "#core/id";
import { lockedOrder, touchOrder } from "#core/order/lock";
import type { OrderRow } from "#core/order/order.table";
import { shownOrder } from "#core/order/show";
import { refuseMove } from "#core/order/states";
import { Refusal } from "#core/refusal";
import { askForRefund } from "./ask-for-refund.ts";
import { gateways } from "./gateway-family.ts";
import { refunds } from "./refund.table.ts";
import { inOtherMode, type Remaining, remainingOf } from "./remaining.ts";

type Input = InputOf<typeof order.refund>;

/**
 * Refunds any amount up to what remains, through the gateways that took it: from the given payment, otherwise the
 * newest that covers it, otherwise several, newest first. Refunds are pending until their gateways have answered.
 */
export async function refundOrder(change: Change, input: Input): Promise<order.Order> {
  const row = await lockedOrder(change, input);
  refuseMove("refund", row);
  const parts = partsOf(await refundable(change, row, input), row, input.amountMinor);
  const made = parts.map(({ payment, amountMinor }) => ({
    ...{ id: newId("refund"), orderId: row.id, paymentId: payment.id, unmatchedId: null },
    ...{ gateway: payment.gateway, mode: payment.mode, amountMinor, currency: row.currency },
    ...{
      status: "pending" as const,
      gatewayRefundId: null,
      reason: input.reason ?? null,
      says: null,
      madeElsewhere: false,
    },
    ...{ actorId: change.by.id, actorName: change.by.name, at: change.at },
    ...{ settledAt: null, lookedAt: null, seenAt: null },
    gatewayPaymentId: payment.gatewayPaymentId,
  }));
  await insertRows(
    change.tx,
    refunds,
    made.map(({ gatewayPaymentId: _, ...refund }) => refund),
  );
  for (const refund of made) await askForRefund(change, { ...refund, paymentId: refund.gatewayPaymentId ?? "" });
  await touchOrder(change, row.id);
  audit(change, order.refund.name, row.id, {
    after: {
      reason: input.reason ?? null,
      refunds: made.map(({ id, gateway, amountMinor }) => ({ id, gateway, amountMinor })),
    },
  });
  return shownOrder(change, row.id);
}

/** The refundable payments, newest first. @throws Refusal with the reason if there are none. */
async function refundable(change: Change, { id }: OrderRow, { paymentId }: Input): Promise<Remaining[]> {
  const all = await remainingOf(change, id);
  const named = paymentId === undefined ? all : all.filter((payment) => payment.id === paymentId);
  if (paymentId !== undefined && named.length === 0) throw new Refusal("payment.unknown", { paymentId });
  const possible = [];
  const why = new Set<string>();
  for (const payment of named) {
    const reason = await cannotRefund(payment);
    if (reason === null) possible.push(payment);
    else why.add(reason);
  }
  if (possible.length === 0 && named.length > 0) throw new Refusal("refund.impossible", { why: [...why].join(" ") });
  return possible;
}

async function cannotRefund({ byHand, gateway, mode, modeNow }: Remaining): Promise<string | null> {
  if (byHand) return "It was paid by hand: give the money back by hand, and mark the order unpaid.";
  const adapter = await gateways.load(gateway);
  if (!adapter?.refund) return adapter?.cannotRefund ?? "There is no such gateway any more.";
  if (modeNow === null) return `${adapter.label} was removed from this store. Set it up again, then refund.`;
  return modeNow === mode ? null : inOtherMode(adapter, mode);
}

/** Splits the amount among payments. @throws Refusal `refund.nothingLeft` or `refund.aboveRemaining`. */
function partsOf(payments: readonly Remaining[], { currency }: OrderRow, wanted: number | undefined) {
  const left = payments.filter(({ remainingMinor }) => remainingMinor > 0);
  const remaining = left.reduce((sum, { remainingMinor }) => sum + remainingMinor, 0);
  if (remaining === 0) throw new Refusal("refund.nothingLeft");
  const amountMinor = wanted ?? remaining;
  if (amountMinor > remaining) {
    throw new Refusal("refund.aboveRemaining", { remaining: { amountMinor: remaining, currency } });
  }
  const whole = left.find(({ remainingMinor }) => remainingMinor >= amountMinor);
  if (whole) return [{ payment: whole, amountMinor }];
  const parts = [];
  let open = amountMinor;
  for (const payment of left) {
    const part = Math.min(open, payment.remainingMinor);
    if (part > 0) parts.push({ payment, amountMinor: part });
    open -= part;
  }
  return parts;
}
