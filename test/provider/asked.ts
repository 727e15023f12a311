/** The requests that tests make to gateways. */
import type { PaymentPageRequest, RefundRequest } from "#core/payment/gateways/gateway";

export const orderId = "ord_01m7zzzzzzzzzzzzzzzzzzzzzz";
export const refundId = "ref_01m7yyyyyyyyyyyyyyyyyyyyyy";
export const paymentRequestId = "prq_01m7xxxxxxxxxxxxxxxxxxxxxx";

export const asksForMoney = (amountMinor: number, currency: string): PaymentPageRequest => ({
  id: paymentRequestId,
  orderId,
  amountMinor,
  currency,
  description: "Example Store, order #1001",
  returnUrl: "https://store.test/thanks",
  email: "asha@example.com",
  at: new Date("2026-11-20T10:00:00Z"),
});

export const asksForRefund = (paymentId: string, amountMinor: number, currency: string): RefundRequest => ({
  id: refundId,
  orderId,
  paymentId,
  amountMinor,
  currency,
});
