/** Razorpay's webhooks, which no one else can forge. */
import razorpaySdk from "razorpay";
import { describe, expect, it } from "vitest";
import { razorpay } from "#core/payment/gateways/razorpay/razorpay";
import { hmacHex } from "#core/provider/inbound";
import { orderId, paymentRequestId, refundId } from "./asked.ts";
import { happenedIn, inbound, nobody, refusal } from "./told.ts";

const { receives } = razorpay;
const secret = "rzp_webhook_secret";
const settings = { keyId: "rzp_test_1DP5mmOlF5G5ag", keySecret: "rzp_key_secret", webhookSecret: secret };
const id = "x-razorpay-event-id";
const admit = (body: string, signature: string, given: Parameters<typeof receives.admit>[0] = settings) =>
  receives.admit(given, inbound(body, { "x-razorpay-signature": signature, [id]: "event_1" }));

const body =
  '{"entity":"event","event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","amount":50000,"currency":"INR"}}}}';
const vector = "2d91981257db61d7532251e8e1579703c8c09ce15f081a711e18e08f5ea2a58d";

describe("Razorpay's signature", () => {
  it("agrees with a known test vector and Razorpay's library", () => {
    expect(admit(body, vector)).toBe("event_1");
    expect(razorpaySdk.validateWebhookSignature(body, vector, secret)).toBe(true);
  });

  it.each([
    ["there is none", ""],
    ["it is made with the key's secret", hmacHex(settings.keySecret, body)],
    ["it is for another body", hmacHex(secret, `${body} `)],
    ["it is cut", vector.slice(0, -1)],
    ["it is in capitals", vector.toUpperCase()],
  ])("is refused if %s, and by Razorpay's library", (_, signature) => {
    expect(() => admit(body, signature)).toThrow(refusal);
    expect(razorpaySdk.validateWebhookSignature(body, signature, secret)).toBe(false);
  });

  // What failed before the secret was changed is sent again for a day, with its old signature.
  it("is accepted with the previous secret while there is one", () => {
    const changed = { ...settings, webhookSecret: "the new secret", previousWebhookSecret: secret };
    expect(admit(body, vector, changed)).toBe("event_1");
    expect(admit(body, hmacHex("the new secret", body), changed)).toBe("event_1");
    expect(() => admit(body, vector, { ...settings, webhookSecret: "the new secret" })).toThrow(refusal);
  });

  it("identifies an event without an id by its bytes", () => {
    const told = inbound(body, { "x-razorpay-signature": vector });
    expect(receives.admit(settings, told)).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

/** Not used for webhooks, but for the page that a customer returns from. Included to show the difference. */
it("the signature of the checkout's return is a different one, with the key's secret", () => {
  const signature = "a04591afde9efeadba3c2e421585df2c013ef7cd7b3adb2b42f118b592bb4a7e";
  expect(hmacHex("rzp_key_secret", "order_1|pay_1")).toBe(signature);
});

const payment = {
  id: "pay_1",
  entity: "payment",
  amount: 199900,
  currency: "INR",
  status: "captured",
  order_id: "order_1",
  notes: [],
};
const withFee = { ...payment, amount: 204617, fee: 4717, tax: 720 };
const link = { id: "plink_1", reference_id: paymentRequestId, notes: { order_id: orderId }, order_id: "order_1" };
const refund = {
  id: "rfnd_1",
  entity: "refund",
  amount: 50000,
  currency: "INR",
  payment_id: "pay_1",
  notes: [],
  receipt: refundId,
  status: "processed",
};
const dispute = {
  id: "disp_1",
  entity: "dispute",
  payment_id: "pay_1",
  amount: 39000,
  currency: "INR",
  reason_code: "chargeback_reason",
  phase: "chargeback",
  status: "open",
};
const order = { id: "order_1", receipt: paymentRequestId, amount_paid: 199900 };
const event = (kind: string, payload: Readonly<Record<string, object>>) => ({
  entity: "event",
  event: kind,
  contains: Object.keys(payload),
  payload: Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }])),
  created_at: 1_763_632_800,
});
const paid = { is: "paymentSucceeded", paymentId: "pay_1", amountMinor: 199900, currency: "INR" };
const refunded = { refundId: "rfnd_1", paymentId: "pay_1", amountMinor: 50000, currency: "INR" };
const disputed = { disputeId: "disp_1", paymentId: "pay_1" };

describe("Razorpay's events", () => {
  it.each([
    [
      "payment_link.paid",
      { payment, order, payment_link: link },
      { ...paid, requestId: "plink_1", orderId, paymentRequestId },
    ],
    // The same sale; only the link has our references.
    ["payment.captured", { payment }, { ...paid, orderId: undefined, paymentRequestId: undefined }],
    // Also by the order that Razorpay created for the link; free text there is not treated as a reference.
    ["order.paid", { payment, order }, { ...paid, orderId: undefined, paymentRequestId }],
    ["order.paid", { payment, order: { ...order, receipt: "Receipt 31" } }, { ...paid, paymentRequestId: undefined }],
    // A payment started by a shop's own checkout, with our order in its notes.
    ["payment.captured", { payment: { ...payment, notes: { order_id: orderId } } }, { ...paid, orderId }],
    // The customer pays Razorpay's fee on top of the order's total.
    ["payment.captured", { payment: { ...withFee, fee_bearer: "customer" } }, paid],
    ["payment.captured", { payment: { ...withFee, fee_bearer: "platform" } }, { amountMinor: 204617 }],
    ["payment.captured", { payment: withFee }, { amountMinor: 204617 }],
    ["payment_link.paid", { payment: withFee, payment_link: { ...link, amount: 199900 } }, paid],
    ["order.paid", { payment: withFee, order: { ...order, amount: 199900 } }, paid],
    ["order.paid", { payment: withFee, order: { ...order, amount: 204617 } }, { amountMinor: 204617 }],
    [
      "order.paid",
      { payment: { ...withFee, fee: "4717" }, order: { ...order, amount: 199900 } },
      { amountMinor: 204617 },
    ],
    ["payment.authorized", { payment }, { is: "ignored", kind: "payment.authorized" }],
    [
      "payment.failed",
      { payment: { ...payment, error_code: "BAD_REQUEST_ERROR", error_description: "Payment failed" } },
      { is: "paymentFailed", paymentId: "pay_1", says: "Payment failed" },
    ],
    // Its link is named in the description, even where there are no notes.
    [
      "payment.failed",
      { payment: { ...payment, description: "#NVcLFj7FEEzhOA", error_description: "Payment failed" } },
      { is: "paymentFailed", paymentId: "pay_1", requestId: "plink_NVcLFj7FEEzhOA" },
    ],
    [
      "payment.captured",
      { payment: { ...payment, description: "#NVcLFj7FEEzhOA" } },
      { ...paid, requestId: "plink_NVcLFj7FEEzhOA" },
    ],
    ["payment.failed", { payment: { ...payment, description: "#1 in town" } }, { requestId: undefined }],
    ["payment.failed", { payment, payment_link: link }, { requestId: "plink_1", orderId, paymentRequestId }],
    ["refund.processed", { refund, payment }, { is: "refundSucceeded", reference: refundId, ...refunded }],
    // It can already be final.
    ["refund.created", { refund, payment }, { is: "refundSucceeded", reference: refundId, ...refunded }],
    ["refund.created", { refund: { ...refund, status: "pending" } }, { is: "ignored", kind: "refund.created" }],
    [
      "refund.failed",
      { refund: { ...refund, status: "failed" } },
      { is: "refundFailed", reference: refundId, ...refunded },
    ],
    [
      "refund.processed",
      { refund: { ...refund, receipt: null } },
      { is: "refundMadeElsewhere", state: "succeeded", ...refunded },
    ],
    [
      "refund.created",
      { refund: { ...refund, receipt: "Receipt No. 31", status: "pending" } },
      { is: "refundMadeElsewhere", state: "pending", ...refunded },
    ],
    // Razorpay gives back what was never taken.
    [
      "refund.processed",
      { refund: { ...refund, receipt: null }, payment: { ...payment, captured: false } },
      { is: "ignored", kind: "refund.processed" },
    ],
    ["refund.speed_changed", { refund }, { is: "ignored", kind: "refund.speed_changed" }],
    [
      "payment.dispute.created",
      { payment, dispute },
      {
        is: "disputeOpened",
        moneyTaken: true,
        amountMinor: 39000,
        currency: "INR",
        reason: "chargeback_reason",
        ...disputed,
      },
    ],
    [
      "payment.dispute.created",
      { payment, dispute: { ...dispute, phase: "retrieval" } },
      { is: "disputeOpened", moneyTaken: false, ...disputed },
    ],
    ["payment.dispute.won", { payment, dispute }, { is: "disputeClosed", won: true, disputeId: disputed.disputeId }],
    ["payment.dispute.lost", { payment, dispute }, { is: "disputeClosed", won: false, disputeId: disputed.disputeId }],
    ["payment.dispute.closed", { payment, dispute }, { is: "disputeClosed", won: null, disputeId: disputed.disputeId }],
    ["payment.dispute.under_review", { payment, dispute }, { is: "ignored" }],
    ["payment_link.cancelled", { payment_link: link }, { is: "pageClosed", requestId: "plink_1", paymentRequestId }],
    ["payment_link.expired", { payment_link: link }, { is: "pageClosed", requestId: "plink_1", paymentRequestId }],
    ["subscription.charged", { subscription: {}, payment: { id: 7 } }, { is: "ignored", kind: "subscription.charged" }],
  ])("%s, %#", async (kind, payload, expected) => {
    expect(await happenedIn(receives, settings, event(kind, payload))).toMatchObject(expected);
  });

  it("have Razorpay's id and time", async () => {
    const told = inbound(JSON.stringify(event("payment.captured", { payment })), { [id]: "event_1" });
    expect(await receives.read(nobody, settings, told)).toMatchObject({
      value: { eventId: "event_1", at: new Date(1_763_632_800_000) },
    });
    // The event of the test vector has no time.
    expect(await receives.read(nobody, settings, inbound(body))).toMatchObject({ value: { at: inbound(body).at } });
  });

  // An optional part that is null made the report of a payment one that nobody could read.
  it("may say null for what they are not of, and are not passed over without what they are of", async () => {
    const { payload, ...told } = event("payment_link.paid", { payment, order, payment_link: link });
    for (const none of [null, {}, { entity: null }]) {
      expect(await happenedIn(receives, settings, { ...told, payload: { ...payload, order: none } })).toMatchObject(
        paid,
      );
      const without = JSON.stringify({ ...told, payload: { ...payload, payment: none } });
      await expect(receives.read(nobody, settings, inbound(without))).rejects.toThrow("it is missing");
    }
  });

  it("are not guessed at: an amount that is not an integer", async () => {
    const told = event("payment.captured", { payment: { ...payment, amount: "199900" } });
    await expect(receives.read(nobody, settings, inbound(JSON.stringify(told)))).rejects.toThrow();
  });
});
