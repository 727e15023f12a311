/** Stripe: everything a gateway must fulfil, and what is specific to Stripe. */
import { expect, it } from "vitest";
import { stripe } from "#core/payment/gateways/stripe/stripe";
import { httpFor } from "#core/provider/http";
import { refused } from "#core/provider/outcome";
import { asksForMoney, asksForRefund } from "./asked.ts";
import { type StripeFake, stripeFake, stripeKey } from "./fakes/stripe.ts";
import { operationOf, suiteOver } from "./suite.ts";

const webhookSecret = "whsec_test_secret";
const settings = ({ origin }: StripeFake) => ({ secretKey: stripeKey, webhookSecret, server: origin });
const refund = asksForRefund("pi_1", 1999, "USD");
const request = asksForMoney(1999, "USD");
const wrongKey = {
  because: "the key is wrong",
  arrange: (fake: StripeFake) => fake.set({ key: "another" }),
  code: "credentials",
};
const restricted = {
  because: "the key may not",
  arrange: (fake: StripeFake) => fake.set({ restricted: true }),
  code: "credentials",
};
const payment = (fake: StripeFake) => fake.payments.get("pi_1")!;

suiteOver<StripeFake>({
  code: "stripe",
  start: stripeFake,
  secrets: [stripeKey, webhookSecret],
  operations: [
    {
      does: "check",
      repeats: { how: "freely" },
      ask: (client, fake) => stripe.check(client, settings(fake)),
      refusals: [wrongKey, restricted],
    },
    operationOf("request a payment", stripe.requestPayment, settings, request, {
      times: ({ sessions }) => sessions.length,
      refusals: [wrongKey, restricted],
    }),
    operationOf(
      "close a request",
      stripe.closeRequest,
      settings,
      { requestId: "cs_test_1" },
      {
        prepare: (fake) =>
          stripe.requestPayment.ask(httpFor({ provider: "stripe", secrets: [] }), settings(fake), request),
        times: ({ sessions }) => sessions.filter(({ status }) => status === "expired").length,
        refusals: [
          wrongKey,
          { because: "it is paid", arrange: ({ sessions }) => (sessions[0]!.status = "complete"), code: "paid" },
          { because: "there is no such page", arrange: ({ sessions }) => sessions.splice(0), code: "unknownPayment" },
        ],
      },
    ),
    operationOf(
      "find a payment",
      stripe.findPayment,
      settings,
      { requestId: "cs_test_1" },
      {
        prepare: async (fake) => {
          const http = httpFor({ provider: "stripe", secrets: [] });
          await stripe.requestPayment.ask(http, settings(fake), request);
          fake.sessions[0]!.status = "complete";
        },
        refusals: [
          wrongKey,
          { because: "it is open", arrange: ({ sessions }) => (sessions[0]!.status = "open"), code: "notApproved" },
          {
            because: "there is something else to do than to pay a voucher",
            arrange: ({ sessions }) =>
              Object.assign(sessions[0]!, { hasVoucher: true, nextAction: "display_bank_transfer_instructions" }),
            code: "notApproved",
          },
          { because: "there is no such page", arrange: ({ sessions }) => sessions.splice(0), code: "unknownPayment" },
        ],
      },
    ),
    operationOf("refund", stripe.refund, settings, refund, {
      times: ({ refunds }) => refunds.length,
      refusals: [
        wrongKey,
        restricted,
        {
          because: "it is refunded already",
          arrange: (fake) => (payment(fake).refunded = 5000),
          code: "alreadyRefunded",
        },
        { because: "less is left", arrange: (fake) => (payment(fake).refunded = 4000), code: "aboveRemaining" },
        { because: "it is disputed", arrange: (fake) => (payment(fake).disputed = true), code: "disputed" },
        { because: "the payment is unknown", arrange: ({ payments }) => payments.clear(), code: "unknownPayment" },
        { because: "the balance is too small", arrange: (fake) => fake.set({ balance: 0 }), code: "balance" },
        // With HTTP 200.
        { because: "it fails at once", arrange: (fake) => fake.set({ refundStatus: "failed" }), code: "failed" },
      ],
    }),
  ],
});

// The order page said that the customer had paid there.
it("says of a page that ended with a voucher that a payment may still come", async () => {
  const fake = await stripeFake();
  const http = httpFor({ provider: "stripe", secrets: [] });
  await stripe.requestPayment.ask(http, settings(fake), request);
  Object.assign(fake.sessions[0]!, { status: "complete", hasVoucher: true });
  const closed = await stripe.closeRequest.ask(http, settings(fake), { requestId: "cs_test_1" });
  expect(closed).toMatchObject({ is: "refused", code: "paid", says: "A payment has begun there and may still come." });
});

// The report was lost, and the order was cancelled during the bank debit.
it("finds out whether a bank debit or a voucher is under way or has failed, if the key may read payments", async () => {
  const fake = await stripeFake();
  const http = httpFor({ provider: "stripe", secrets: [] });
  await stripe.requestPayment.ask(http, settings(fake), request);
  const found = (debit: "processing" | "requires_payment_method") => {
    Object.assign(fake.sessions[0]!, { status: "complete", debit });
    return stripe.findPayment.ask(http, settings(fake), { requestId: "cs_test_1" });
  };
  expect(await found("processing")).toMatchObject({
    is: "done",
    value: { state: "pending", amountMinor: 1999, currency: "USD", at: expect.any(Date) },
  });
  expect(await found("requires_payment_method")).toEqual({
    ...refused("declined", "The bank has returned it."),
    id: request.id.replace("prq_", "pi_"),
  });
  Object.assign(fake.sessions[0]!, { hasVoucher: true, debit: undefined });
  expect(await stripe.findPayment.ask(http, settings(fake), { requestId: "cs_test_1" })).toMatchObject({
    is: "done",
    value: { state: "pending", says: expect.stringContaining("has a voucher"), at: expect.any(Date) },
  });
  fake.set({ paymentsHidden: true });
  expect(await found("processing")).toMatchObject({ is: "refused", code: "notApproved" });
});
