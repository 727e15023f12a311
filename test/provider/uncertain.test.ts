/** Answers of gateways to a search: what they refuse to show may have happened. */
import { expect, it } from "vitest";
import { paypal } from "#core/payment/gateways/paypal/paypal";
import { stripe } from "#core/payment/gateways/stripe/stripe";
import { outcomeOfAnswers } from "../carrier/answered.ts";
import { asksForRefund, orderId, paymentRequestId } from "./asked.ts";

const asksRefund = asksForRefund("2GG279541U471931P", 1_999, "USD");
const asksToCapture = { id: paymentRequestId, orderId, requestId: "5O190127TN364715T", declined: 0 };

const captureId = "3C679366HH908993F";
const withCapture = (status: string) => {
  const made = { id: captureId, status, amount: { value: "19.99", currency_code: "USD" } };
  return { id: "5O190127TN364715T", purchase_units: [{ payments: { captures: [made] } }] };
};

const token = { access_token: "lent", token_type: "Bearer", expires_in: 3_600 };
const given = { clientId: "a client", clientSecret: "paypal secret", webhookId: "1JE4291016473214C" };
const issue = (name: string) => ({ status: 422, json: { name: "UNPROCESSABLE_ENTITY", details: [{ issue: name }] } });
const busy = { status: 429, json: {} };
const gone = { status: 404, json: { name: "RESOURCE_NOT_FOUND", message: "The resource does not exist." } };

// The refund had been made; counted as failed, staff would have made a second one.
it("a refund that PayPal has made, and does not show, is not refused", async () => {
  const refund = (http: Parameters<typeof paypal.refund.ask>[0], server: string) =>
    paypal.refund.ask(http, { ...given, server }, asksRefund);
  expect(await outcomeOfAnswers(refund, token, issue("DUPLICATE_INVOICE_ID"), gone)).toMatchObject({ is: "unknown" });
});

it.each([
  ["has been captured, and is not shown", [issue("ORDER_ALREADY_CAPTURED"), gone]],
  ["is being captured", [issue("ORDER_COMPLETION_IN_PROGRESS"), { id: "5O190127TN364715T" }]],
  ["is being captured after a decline", [issue("ORDER_COMPLETION_IN_PROGRESS"), withCapture("DECLINED")]],
])("an order that %s is not refused", async (_, answers) => {
  const capture = (http: Parameters<typeof paypal.capture.ask>[0], server: string) =>
    paypal.capture.ask(http, { ...given, server }, asksToCapture);
  expect(await outcomeOfAnswers(capture, token, ...answers)).toMatchObject({ is: "unknown" });
});

// Put off, it would count as certainly not captured.
it.each([
  ["says so", { id: "5O190127TN364715T" }],
  ["says that it was captured before", issue("ORDER_ALREADY_CAPTURED")],
])("an order that PayPal has captured is not put off if it %s and is too busy to show that", async (_, says) => {
  const capture = (http: Parameters<typeof paypal.capture.ask>[0], server: string) =>
    paypal.capture.ask(http, { ...given, server }, asksToCapture);
  expect(await outcomeOfAnswers(capture, token, says, busy)).toMatchObject({ is: "unknown" });
});

it("nor is a refund", async () => {
  const refund = (http: Parameters<typeof paypal.refund.ask>[0], server: string) =>
    paypal.refund.ask(http, { ...given, server }, asksRefund);
  expect(await outcomeOfAnswers(refund, token, issue("DUPLICATE_INVOICE_ID"), busy)).toMatchObject({ is: "unknown" });
});

// PayPal repeats its answer to a key: it said so for hours after it had captured, and the order stayed unpaid.
it("an order that PayPal is capturing for another request is looked up", async () => {
  const capture = (http: Parameters<typeof paypal.capture.ask>[0], server: string) =>
    paypal.capture.ask(http, { ...given, server }, asksToCapture);
  const answers = [issue("ORDER_COMPLETION_IN_PROGRESS"), withCapture("COMPLETED")];
  expect(await outcomeOfAnswers(capture, token, ...answers)).toMatchObject({
    is: "done",
    value: { paymentId: captureId, amountMinor: 1_999, state: "succeeded" },
  });
});

// Taken for one without captures, an order could be captured as if it had not been.
it("an order of which PayPal shows nothing does not show that it was not captured", async () => {
  const find = (http: Parameters<typeof paypal.capture.ask>[0], server: string) =>
    paypal.capture.find(http, { ...given, server }, asksToCapture);
  expect(await outcomeOfAnswers(find, token, { id: "5O190127TN364715T" })).toMatchObject({ is: "unknown" });
});

it("a refund that Stripe refuses to search is not refused", async () => {
  const find = (http: Parameters<typeof paypal.refund.ask>[0], server: string) =>
    stripe.refund.find(http, { secretKey: "sk_test_0123456789", webhookSecret: "whsec", server }, asksRefund);
  const refused = { status: 400, json: { error: { type: "invalid_request_error", message: "Invalid parameter." } } };
  expect(await outcomeOfAnswers(find, refused)).toMatchObject({ is: "unknown" });
});
