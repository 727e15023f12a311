/** Stripe's webhooks, which no one else can forge. */
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { stripe } from "#core/payment/gateways/stripe/stripe";
import { orderId, paymentRequestId, refundId } from "./asked.ts";
import { happenedIn, inbound, nobody, refusal } from "./told.ts";

const { receives } = stripe;
const secret = "whsec_test_secret";
const settings = { secretKey: "sk_test_51AbcDef0123456789", webhookSecret: secret };
const sdk = new Stripe(settings.secretKey);

/** With Stripe's own library; seconds since 1970. */
const signed = (body: string, timestamp: number, by = secret) =>
  sdk.webhooks.generateTestHeaderString({ payload: body, secret: by, timestamp });
const now = 1_763_632_800;
const admit = (body: string, signature: string, at = now) =>
  receives.admit(settings, inbound(body, { "stripe-signature": signature }, new Date(at * 1_000)));

const body = '{"id":"evt_1","object":"event","type":"payment_intent.succeeded"}';
const vector = "t=1700000000,v1=67da5088c63e080c71bd2bb0cb5c03d85a8fc6a21ce3aaf484df809654745b92";

describe("Stripe's signature", () => {
  it("agrees with a known test vector", () => {
    expect(admit(body, vector, 1_700_000_000)).toBe("evt_1");
    expect(sdk.webhooks.constructEvent(body, vector, secret, Number.MAX_SAFE_INTEGER)).toMatchObject({ id: "evt_1" });
  });

  it("is accepted as Stripe's library creates it", () => {
    expect(admit(body, signed(body, now))).toBe("evt_1");
  });

  // For a day both secrets sign, and only one of them is ours.
  it("is accepted among several while the secret is rolled", () => {
    const [time, other = ""] = signed(body, now, "whsec_the_other_one").split(",");
    const [, ours = ""] = signed(body, now).split(",");
    expect(admit(body, [time, other, ours].join(","))).toBe("evt_1");
    expect(admit(body, [time, ours, other, "v0=abc"].join(","))).toBe("evt_1");
    expect(() => admit(body, [time, other, other].join(","))).toThrow(refusal);
  });

  it.each([
    ["there is none", ""],
    ["it is somebody else's", signed(body, now, "whsec_the_other_one")],
    ["it is for another body", signed(`${body} `, now)],
    ["its time is missing", signed(body, now).replace(/^t=\d+,/, "")],
    ["its time is another", signed(body, now).replace(/^t=\d+/, `t=${now - 1}`)],
    ["only Stripe's test scheme is there", signed(body, now).replace("v1=", "v0=")],
    ["it is cut", signed(body, now).slice(0, -1)],
    ["it is five minutes and a second old", signed(body, now - 301)],
    ["it is far in the future", signed(body, now + 301)],
    ["it is nonsense", "t=soon,v1=,,=,"],
  ])("is refused if %s", (_, signature) => {
    expect(() => admit(body, signature)).toThrow(refusal);
  });

  it("covers the exact bytes: the same JSON in another format is refused", () => {
    const written = '{"amount":10.00}';
    expect(() => admit(JSON.stringify(JSON.parse(written)), signed(written, now))).toThrow(refusal);
    expect(admit(written, signed(written, now))).toMatch(/^sha256:/);
  });

  // A signed event is stored, even if it cannot be read.
  it("identifies an event that is not JSON by its bytes", () => {
    const id = admit("not JSON", signed("not JSON", now));
    expect(id).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(admit("not JSON", signed("not JSON", now))).toBe(id);
  });
});

const event = (type: string, object: unknown) => ({
  id: "evt_1",
  object: "event",
  type,
  created: now,
  data: { object },
});
const metadata = { order_id: orderId, payment_request_id: paymentRequestId };
const payment = {
  id: "pi_1",
  object: "payment_intent",
  amount: 1999,
  amount_received: 1999,
  currency: "inr",
  metadata,
};
const refund = {
  id: "re_1",
  object: "refund",
  amount: 500,
  currency: "inr",
  status: "succeeded",
  payment_intent: "pi_1",
  charge: "ch_1",
  metadata: { refund_id: refundId },
};
const dispute = {
  id: "dp_1",
  object: "dispute",
  amount: 1999,
  currency: "inr",
  status: "needs_response",
  reason: "fraudulent",
  payment_intent: "pi_1",
  charge: "ch_1",
};
const references = { orderId, paymentRequestId };

describe("an event in test mode", () => {
  const of = (livemode: boolean, secretKey: string) =>
    happenedIn(receives, { ...settings, secretKey }, { ...event("payment_intent.succeeded", payment), livemode });

  // A platform's live endpoint receives them, too.
  it("pays for nothing with a live key", async () => {
    const kind = "payment_intent.succeeded, in test mode";
    expect(await of(false, "sk_live_0123456789")).toEqual({ is: "ignored", kind });
    expect(await of(true, "sk_live_0123456789")).toMatchObject({ is: "paymentSucceeded" });
    expect(await of(false, settings.secretKey)).toMatchObject({ is: "paymentSucceeded" });
  });
});

// Its money is in another account, and this store's key can neither see nor refund it.
it("an event of a connected account is ignored", async () => {
  const of = (account: string | null) =>
    happenedIn(receives, settings, { ...event("payment_intent.succeeded", payment), account });
  const kind = "payment_intent.succeeded, of the connected account acct_1";
  expect(await of("acct_1")).toEqual({ is: "ignored", kind });
  expect(await of(null)).toMatchObject({ is: "paymentSucceeded" });
});

it("an event of Stripe's newer kind, which has no object, is ignored", async () => {
  const thin = {
    id: "evt_2",
    object: "v2.core.event",
    type: "v2.core.account.updated",
    created: "2026-11-20T10:00:00Z",
  };
  expect(await happenedIn(receives, settings, thin)).toEqual({ is: "ignored", kind: thin.type });
});

const refunded = { refundId: "re_1", paymentId: "pi_1", amountMinor: 500, currency: "INR" };
const disputed = { disputeId: "dp_1", paymentId: "pi_1" };
const amount = { amountMinor: 1999, currency: "INR" };

describe("Stripe's events", () => {
  it.each([
    ["payment_intent.succeeded", payment, { is: "paymentSucceeded", paymentId: "pi_1", ...amount, ...references }],
    [
      "payment_intent.succeeded",
      { ...payment, currency: "jpy", metadata: {} },
      { is: "paymentSucceeded", paymentId: "pi_1", amountMinor: 1999, currency: "JPY" },
    ],
    [
      "payment_intent.succeeded",
      { ...payment, currency: "isk", amount_received: 199900 },
      { is: "paymentSucceeded", paymentId: "pi_1", amountMinor: 1999, currency: "ISK" },
    ],
    [
      "payment_intent.processing",
      { ...payment, amount_received: 0 },
      { is: "paymentPending", paymentId: "pi_1", ...references },
    ],
    // A voucher to be paid in a shop, and a step of paying on the page.
    [
      "payment_intent.requires_action",
      { ...payment, amount_received: 0, next_action: { type: "oxxo_display_details" } },
      { is: "paymentPending", paymentId: "pi_1", says: expect.stringContaining("not paid it yet"), ...references },
    ],
    [
      "payment_intent.requires_action",
      { ...payment, amount_received: 0, next_action: { type: "redirect_to_url" } },
      { is: "ignored", kind: "payment_intent.requires_action" },
    ],
    [
      "payment_intent.payment_failed",
      {
        ...payment,
        amount_received: 0,
        last_payment_error: { code: "card_declined", message: "Your card was declined." },
      },
      { is: "paymentFailed", paymentId: "pi_1", says: "Your card was declined.", ...references },
    ],
    [
      "payment_intent.payment_failed",
      { ...payment, amount_received: undefined },
      { is: "paymentFailed", paymentId: "pi_1", says: "", ...references },
    ],
    [
      "payment_intent.canceled",
      { ...payment, amount_received: 0, cancellation_reason: "requested_by_customer" },
      {
        is: "paymentCancelled",
        paymentId: "pi_1",
        says: expect.stringContaining("requested_by_customer"),
        ...references,
      },
    ],
    ["refund.created", refund, { is: "refundSucceeded", reference: refundId, ...refunded }],
    ["refund.updated", refund, { is: "refundSucceeded", reference: refundId, ...refunded }],
    ["charge.refund.updated", refund, { is: "refundSucceeded", reference: refundId, ...refunded }],
    ["refund.created", { ...refund, status: "pending" }, { is: "ignored", kind: "refund.created" }],
    [
      "refund.failed",
      { ...refund, status: "failed", failure_reason: "expired_or_canceled_card" },
      {
        is: "refundFailed",
        reference: refundId,
        says: "The customer's card has expired or was cancelled.",
        ...refunded,
      },
    ],
    [
      "refund.failed",
      { ...refund, status: "failed", failure_reason: "some_day_a_new_one" },
      { is: "refundFailed", reference: refundId, says: "Stripe says: some day a new one.", ...refunded },
    ],
    [
      "refund.updated",
      { ...refund, status: "canceled" },
      { is: "refundFailed", reference: refundId, says: "The gateway reports the refund as canceled.", ...refunded },
    ],
    ["refund.created", { ...refund, metadata: {} }, { is: "refundMadeElsewhere", state: "succeeded", ...refunded }],
    [
      "refund.created",
      { ...refund, metadata: { refund_id: "not one of ours" }, status: "requires_action" },
      { is: "refundMadeElsewhere", state: "pending", ...refunded },
    ],
    // Stripe's description does not require it.
    [
      "refund.created",
      { ...refund, metadata: null, status: undefined },
      { is: "refundMadeElsewhere", state: "pending", ...refunded },
    ],
    [
      "charge.dispute.created",
      dispute,
      { is: "disputeOpened", moneyTaken: true, reason: "fraudulent", ...disputed, ...amount },
    ],
    // An inquiry: no money has moved.
    [
      "charge.dispute.created",
      { ...dispute, status: "warning_needs_response", payment_intent: null },
      { is: "disputeOpened", moneyTaken: false, disputeId: "dp_1", paymentId: "ch_1" },
    ],
    ["charge.dispute.funds_withdrawn", dispute, { is: "disputeOpened", moneyTaken: true, ...disputed }],
    [
      "charge.dispute.closed",
      { ...dispute, status: "won" },
      { is: "disputeClosed", won: true, disputeId: disputed.disputeId },
    ],
    [
      "charge.dispute.closed",
      { ...dispute, status: "lost" },
      { is: "disputeClosed", won: false, disputeId: disputed.disputeId },
    ],
    [
      "charge.dispute.closed",
      { ...dispute, status: "warning_closed" },
      { is: "disputeClosed", won: null, disputeId: disputed.disputeId },
    ],
    [
      "checkout.session.expired",
      { id: "cs_1", object: "checkout.session", status: "expired", client_reference_id: paymentRequestId },
      { is: "pageClosed", requestId: "cs_1", paymentRequestId },
    ],
    // One sale triggers these too.
    ["checkout.session.completed", { id: "cs_1" }, { is: "ignored", kind: "checkout.session.completed" }],
    ["charge.succeeded", { id: "ch_1" }, { is: "ignored", kind: "charge.succeeded" }],
    ["charge.refunded", { id: "ch_1", amount_refunded: 500 }, { is: "ignored", kind: "charge.refunded" }],
    ["some.day.a.new.one", null, { is: "ignored", kind: "some.day.a.new.one" }],
  ])("%s, %#", async (type, object, expected) => {
    expect(await happenedIn(receives, settings, event(type, object))).toMatchObject(expected);
  });

  it("have Stripe's id and time", async () => {
    const told = inbound(JSON.stringify(event("payment_intent.succeeded", payment)));
    expect(await receives.read(nobody, settings, told)).toMatchObject({
      is: "done",
      value: { eventId: "evt_1", at: new Date(now * 1_000) },
    });
  });

  // Stored and shown to staff at once; a guess would affect someone's money.
  it.each([
    ["no JSON", "nothing"],
    ["a payment without an amount", JSON.stringify(event("payment_intent.succeeded", { id: "pi_1" }))],
    [
      "an amount that is no whole króna",
      JSON.stringify(event("payment_intent.succeeded", { ...payment, currency: "isk", amount_received: 150 })),
    ],
  ])("are not guessed at: %s", async (_, text) => {
    await expect(receives.read(nobody, settings, inbound(text))).rejects.toThrow(z.ZodError);
  });
});
