import { audit } from "#core/audit/record";
import { ask, usableProvider } from "#core/call/ask";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import { usableEmail } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { optional } from "#core/environment";
import { newId } from "#core/id";
import { dueMinor } from "#core/order/balance";
import { isCollected, isPaymentPending, lockedOrder, touchOrder } from "#core/order/lock";
import type { OrderRow } from "#core/order/order.table";
import { shownOrder } from "#core/order/show";
import type { PaymentPageInput } from "#core/payment/calls/request-payment-kind";
import { Refusal } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { closeRequests } from "./close-requests.ts";
import { type PaymentRequestRow, paymentRequests } from "./payment-request.table.ts";

type Input = InputOf<typeof order.requestPayment>;

/**
 * Requests a page from a gateway on which the customer pays the order's current balance. An open page for the same
 * amount is reused; pages for other amounts, and those that have expired, are closed, if their gateway can.
 */
export async function requestPayment(change: Change, input: Input): Promise<order.Order> {
  const row = await lockedOrder(change, input);
  if (row.status === "cancelled") throw new Refusal("order.cancelled");
  const amountMinor = dueMinor(row);
  if (amountMinor <= 0) throw new Refusal("payment.nothingDue");
  if (await isCollected(change, row)) throw new Refusal("payment.collectedOnDelivery");
  if (await isPaymentPending(change, row)) throw new Refusal("payment.pending");
  const mode = await usableProvider(change, input.gateway);
  await closeOfOtherMode(change, row, { gateway: input.gateway, mode });
  await closeRequests(change, [row.id], { except: amountMinor });
  if (await openRequest(change, row, { gateway: input.gateway, amountMinor })) return shownOrder(change, row.id);
  const request = {
    id: newId("paymentRequest"),
    orderId: row.id,
    gateway: input.gateway,
    mode,
    amountMinor,
    currency: row.currency,
    status: "asked",
    actorId: change.by.id,
    actorName: change.by.name,
    at: change.at,
  } as const;
  await change.tx.insert(paymentRequests).values(request);
  const asked = await askedOf(change, row, request);
  await ask(change, {
    provider: input.gateway,
    does: "requestPayment",
    subjectId: request.id,
    orderId: row.id,
    asked,
  });
  await touchOrder(change, row.id);
  audit(change, order.requestPayment.name, row.id, {
    after: { gateway: input.gateway, amountMinor, paymentRequestId: request.id },
  });
  return shownOrder(change, row.id);
}

/** Pages from before the gateway's change from test to live mode or back, on which nobody can pay for this order. */
const closeOfOtherMode = (
  change: Change,
  { id }: OrderRow,
  { gateway, mode }: Pick<PaymentRequestRow, "gateway" | "mode">,
): Promise<unknown> =>
  change.tx.execute(sql`
    update payment_requests set status = 'closed'
    where order_id = ${id} and status = 'open' and gateway = ${gateway} and mode <> ${mode}`);

/** Whether there is a page that can still be paid. */
async function openRequest(
  change: Change,
  { id }: OrderRow,
  { gateway, amountMinor }: Pick<PaymentRequestRow, "gateway" | "amountMinor">,
): Promise<boolean> {
  const found = await change.tx.execute(sql`
    select 1 from payment_requests
    where order_id = ${id} and gateway = ${gateway} and amount_minor = ${amountMinor} and status in ('asked', 'open')`);
  return found.length > 0;
}

async function askedOf(
  change: Change,
  row: OrderRow,
  { id, amountMinor, currency }: Pick<PaymentRequestRow, "id" | "amountMinor" | "currency">,
): Promise<PaymentPageInput> {
  const { name } = await storeSettings(change.tx);
  const returnUrl = `${optional("PUBLIC_URL") ?? "http://localhost:4000"}/api/payments/thank-you`;
  return {
    ...{
      id,
      orderId: row.id,
      amountMinor,
      currency,
      email: usableEmail(row.email),
      at: change.at.toISOString(),
      returnUrl,
    },
    description: `${name}, order ${row.number}`,
    byShopper: change.by.storefront !== undefined,
  };
}
