/** The test gateway's events, which no one else can forge. */
import { expect, it } from "vitest";
import { test } from "#core/payment/gateways/testgateway/testgateway";
import { orderId, paymentRequestId, refundId } from "./asked.ts";
import { testKey, testSignature, testWebhookSecret } from "./fakes/test.ts";
import { happenedIn, inbound, nobody, refusal } from "./told.ts";

const { receives } = test;
const settings = { address: "http://127.0.0.1:1", key: testKey, webhookSecret: testWebhookSecret };
const at = new Date("2026-11-20T10:00:00Z");
const admit = (body: string, signature: string) =>
  receives.admit(settings, inbound(body, { "test-gateway-signature": signature }, at));
const body = '{"id":"evt_1"}';

it("is accepted with its signature, but not with a stale one or someone else's", () => {
  expect(admit(body, testSignature(body, at))).toBe("evt_1");
  expect(() => admit(body, testSignature(body, at, "another secret"))).toThrow(refusal);
  expect(() => admit(body, testSignature(body, new Date(at.getTime() - 301_000)))).toThrow(refusal);
});

const money = { amountMinor: 1999, currency: "INR" };
const attached = { pageId: "page_1", reference: paymentRequestId, orderId };
const references = { requestId: "page_1", paymentRequestId, orderId };
const refund = { refundId: "refund_1", paymentId: "payment_1", ...money };
const dispute = { disputeId: "dispute_1", paymentId: "payment_1" };

it.each([
  [
    "payment.succeeded",
    { paymentId: "payment_1", ...attached, ...money },
    { is: "paymentSucceeded", ...references, ...money },
  ],
  [
    "payment.failed",
    { paymentId: "payment_1", ...attached, message: "Declined" },
    { is: "paymentFailed", says: "Declined", ...references },
  ],
  ["refund.succeeded", { ...refund, reference: refundId }, { is: "refundSucceeded", reference: refundId, ...refund }],
  ["refund.succeeded", { ...refund, reference: null }, { is: "refundMadeElsewhere", state: "succeeded", ...refund }],
  [
    "refund.failed",
    { ...refund, reference: refundId, message: "Bounced" },
    { is: "refundFailed", reference: refundId, says: "Bounced" },
  ],
  [
    "dispute.opened",
    { ...dispute, ...money, reason: "fraud" },
    { is: "disputeOpened", moneyTaken: true, reason: "fraud", ...dispute },
  ],
  ["dispute.closed", { ...dispute, won: true }, { is: "disputeClosed", won: true, disputeId: dispute.disputeId }],
  ["page.opened", {}, { is: "ignored", kind: "page.opened" }],
])("%s, %#", async (kind, said, expected) => {
  const event = { id: "evt_1", at: "2026-11-20T10:00:00.000Z", kind, ...said };
  expect(await happenedIn(receives, settings, event)).toMatchObject(expected);
});

it("does not guess the amount of a payment without one", async () => {
  const event = { id: "evt_1", at: "2026-11-20T10:00:00.000Z", kind: "payment.succeeded" };
  await expect(receives.read(nobody, settings, inbound(JSON.stringify(event)))).rejects.toThrow();
});
