/** PayPal: everything a gateway must fulfil, and its access tokens. */
import { describe, expect, it } from "vitest";
import { paypal } from "#core/payment/gateways/paypal/paypal";
import { outcomeOf } from "#core/provider/call";
import { httpFor } from "#core/provider/http";
import { asksForMoney, asksForRefund, paymentRequestId } from "./asked.ts";
import { type PayPalFake, paypalApp, paypalCapture, paypalFake, paypalToken, paypalWebhookId } from "./fakes/paypal.ts";
import { operationOf, suiteOver } from "./suite.ts";

const settings = ({ origin }: PayPalFake) => ({ ...paypalApp, webhookId: paypalWebhookId, server: origin });
const secrets = [paypalApp.clientSecret];
const client = () => httpFor({ provider: "paypal", secrets });
const request = asksForMoney(1999, "USD");
const refund = asksForRefund(paypalCapture, 1999, "USD");
const orderId = "7AB12345CD678901E";

/** The process may have a token from before. */
const wrongSecret = {
  because: "the secret is wrong",
  arrange: (fake: PayPalFake) => {
    fake.set({ secret: "another" });
    fake.forgetTokens();
  },
  code: "credentials",
};
const because = (issue: string, code: string) => ({
  because: issue,
  arrange: (fake: PayPalFake) => fake.set({ issue }),
  code,
});

suiteOver<PayPalFake>({
  code: "paypal",
  start: paypalFake,
  secrets,
  lent: [paypalToken],
  operations: [
    {
      does: "check",
      repeats: { how: "freely" },
      ask: (http, fake) => paypal.check(http, settings(fake)),
      refusals: [
        wrongSecret,
        { because: "there is no such webhook", arrange: (fake) => fake.set({ hooks: [] }), code: "settings" },
      ],
    },
    operationOf("request a payment", paypal.requestPayment, settings, request, {
      times: ({ orders }) => orders.size - 1,
      refusals: [wrongSecret],
    }),
    operationOf(
      "capture",
      paypal.capture,
      settings,
      { id: paymentRequestId, requestId: orderId, declined: 0 },
      {
        prepare: async (fake) => {
          await paypal.requestPayment.ask(client(), settings(fake), request);
          fake.approve(orderId);
        },
        times: ({ taken }) => taken(),
        refusals: [
          wrongSecret,
          because("INSTRUMENT_DECLINED", "declined"),
          {
            because: "the customer has not approved",
            arrange: ({ orders }) => (orders.get(orderId)!.status = "PAYER_ACTION_REQUIRED"),
            code: "notApproved",
          },
          { because: "the order is gone", arrange: ({ orders }) => orders.clear(), code: "unknownPayment" },
          // With HTTP 201.
          {
            because: "the capture is declined",
            arrange: (fake) => fake.set({ captureStatus: "DECLINED" }),
            code: "declined",
          },
        ],
      },
    ),
    operationOf("refund", paypal.refund, settings, refund, {
      times: ({ refunds }) => refunds.length,
      refusals: [
        wrongSecret,
        because("CAPTURE_FULLY_REFUNDED", "alreadyRefunded"),
        because("REFUND_AMOUNT_EXCEEDED", "aboveRemaining"),
        because("REFUND_NOT_ALLOWED", "notAllowed"),
        because("REFUND_TIME_LIMIT_EXCEEDED", "tooLate"),
        because("REFUND_FAILED_INSUFFICIENT_FUNDS", "balance"),
        because("REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK", "disputed"),
        { because: "the payment is unknown", arrange: ({ captures }) => captures.clear(), code: "unknownPayment" },
        // With HTTP 201.
        { because: "it fails at once", arrange: (fake) => fake.set({ refundStatus: "FAILED" }), code: "failed" },
      ],
    }),
  ],
});

describe("paypal's access tokens", () => {
  const tokensAsked = ({ asked }: PayPalFake) => asked.filter(({ path }) => path === "/v1/oauth2/token").length;

  it("are fetched again if PayPal rejects one, and nothing is lost or done twice", async () => {
    const fake = await paypalFake();
    await paypal.check(client(), settings(fake));
    fake.forgetTokens();
    const before = tokensAsked(fake);
    expect(await paypal.refund.ask(client(), settings(fake), refund)).toMatchObject({ is: "done" });
    expect(tokensAsked(fake)).toBe(before + 1);
    expect(fake.refunds).toHaveLength(1);
  });

  // Without a token nothing was sent, so there is no need to look for a refund, or to leave it to a person.
  it("leave the call for later if they cannot be fetched", async () => {
    const fake = await paypalFake();
    const http = httpFor({ provider: "paypal", secrets: ["somebody else's secret"], withinMs: 5_000 });
    const given = { ...settings(fake), server: "http://127.0.0.1:1" };
    const outcome = await outcomeOf(http, () => paypal.refund.ask(http, given, refund));
    expect(outcome).toMatchObject({ is: "later" });
  });
});

// The key has expired and the search was too early: if that counted as a refusal, the money would be refunded twice.
it("finds the refund with our invoice id if PayPal says that there is one", async () => {
  const fake = await paypalFake();
  const first = await paypal.refund.ask(client(), settings(fake), refund);
  fake.forgetKeys();
  fake.set({ issue: "DUPLICATE_INVOICE_ID" });
  expect(await outcomeOf(client(), () => paypal.refund.ask(client(), settings(fake), refund))).toEqual(first);
  fake.refunds.splice(0);
  expect(await outcomeOf(client(), () => paypal.refund.ask(client(), settings(fake), refund))).toMatchObject({
    is: "unknown",
  });
});

// Somebody may have refunded the same amount in PayPal's dashboard.
it("takes no other refund of the payment for the one it looks for", async () => {
  const fake = await paypalFake();
  const { amount } = { amount: { currency_code: "USD", value: "19.99" } };
  fake.refunds.push({
    id: "R1",
    captureId: paypalCapture,
    status: "COMPLETED",
    said: { amount, custom_id: "", invoice_id: "" },
  });
  const find = () => outcomeOf(client(), () => paypal.refund.find(client(), settings(fake), refund));
  expect(await find()).toEqual({ is: "absent" });
  fake.refunds.push({
    id: "R2",
    captureId: paypalCapture,
    status: "COMPLETED",
    said: { amount, custom_id: "", invoice_id: refund.id },
  });
  expect(await find()).toMatchObject({ is: "done", value: { refundId: "R2" } });
});

// Of a payment that did not begin here, PayPal need not say which order it is of: its refund stayed pending for ever.
it("reads a refund by PayPal's own id once that is known", async () => {
  const fake = await paypalFake();
  fake.set({ refundStatus: "PENDING" });
  const made = await paypal.refund.ask(client(), settings(fake), refund);
  const refundId = made.is === "done" ? made.value.refundId : "";
  fake.orders.clear();
  fake.refunds[0] = { ...fake.refunds[0]!, status: "COMPLETED" };
  const find = (id: string) =>
    outcomeOf(client(), () => paypal.refund.find(client(), settings(fake), { ...refund, refundId: id }));
  expect(await find(refundId)).toEqual({ is: "done", value: { refundId, state: "succeeded" } });
  expect(await find("another")).toMatchObject({ is: "unknown" });
});

// If PayPal could not be reached for hours, the page had expired before its link could be sent.
it.each([
  ["", "13:00"],
  ["2026-11-20T11:00:00-07:00", "21:00"],
  // Clocks differ, and some systems write this date for none.
  ["2026-11-20T09:59:00Z", "13:00"],
  ["9999-12-31T00:00:00Z", "13:00"],
])("can be approved for three hours from when PayPal has made it: at %j, until %s", async (orderTime, until) => {
  const fake = await paypalFake();
  fake.set({ orderTime });
  expect(await paypal.requestPayment.ask(client(), settings(fake), request)).toMatchObject({
    value: { expiresAt: new Date(`2026-11-20T${until}:00Z`) },
  });
});

describe("a capture", () => {
  const approved = async (captureStatus: string) => {
    const fake = await paypalFake();
    await paypal.requestPayment.ask(client(), settings(fake), request);
    fake.approve(orderId);
    fake.set({ captureStatus });
    return fake;
  };
  const asked = { id: paymentRequestId, requestId: orderId, declined: 0 };

  it.each([
    ["COMPLETED", "succeeded"],
    ["PARTIALLY_REFUNDED", "succeeded"],
    ["PENDING", "pending"],
    ["UNDER_REVIEW", "pending"],
  ])("that is %s has %s", async (status, state) => {
    const fake = await approved(status);
    expect(await paypal.capture.ask(client(), settings(fake), asked)).toMatchObject({ is: "done", value: { state } });
  });

  it("counts if it follows a declined one", async () => {
    const fake = await approved("COMPLETED");
    const one = { amount: { currency_code: "USD", value: "19.99" } };
    const captures = [
      { ...one, id: "DECLINED1", status: "DECLINED" },
      { ...one, id: "TAKEN1", status: "COMPLETED" },
    ];
    const order = { id: orderId, purchase_units: [{ payments: { captures } }] };
    const http = client();
    const send: typeof http.send = async (ask) => {
      const answer = await http.send(ask);
      return ask.url.endsWith("/capture") ? { ...answer, as: (schema) => schema.parse(order) } : answer;
    };
    expect(await paypal.capture.ask({ ...http, send }, settings(fake), asked)).toMatchObject({
      value: { paymentId: "TAKEN1", state: "succeeded" },
    });
  });

  // PayPal's description requires none of these fields. The order stayed unpaid for the five hours in which PayPal
  // repeats its answer to the key.
  it.each([
    ["with nothing but a status", { status: "COMPLETED" }],
    ["with a refund that cannot be read", { purchase_units: [{ payments: { refunds: [{}] } }] }],
  ])("that PayPal has made is looked up at once if it is shown %s", async (_, shown) => {
    const fake = await approved("COMPLETED");
    const http = client();
    const send: typeof http.send = async (ask) => {
      const answer = await http.send(ask);
      return ask.url.endsWith("/capture") ? { ...answer, as: (schema) => schema.parse(shown) } : answer;
    };
    expect(await outcomeOf(http, () => paypal.capture.ask({ ...http, send }, settings(fake), asked))).toMatchObject({
      value: { amountMinor: 1999, state: "succeeded" },
    });
  });
});

describe("PayPal's list of disputes", () => {
  it("goes on where a look had to stop", async () => {
    const fake = await paypalFake();
    const update_time = new Date().toISOString();
    for (let nth = 0; nth < 451; nth++) fake.disputes.push({ dispute_id: `PP-D-${nth}`, update_time });
    const since = { opened: new Date("2026-01-01"), changed: new Date("2026-01-01") };
    const look = async (from?: string) => {
      const outcome = await paypal.findDisputes!(client(), settings(fake), { ...since, from });
      return outcome.is === "done" ? outcome.value : [];
    };
    const found = await look();
    expect(found).toHaveLength(451);
    const last = found.at(-1)!;
    expect(last).toMatchObject({ is: "listGoesOn" });
    expect(await look(last.is === "listGoesOn" ? last.from : "")).toEqual([
      { is: "disputeListed", disputeId: "PP-D-0" },
    ]);
  });
});
