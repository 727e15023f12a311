/** The test gateway: everything a gateway must fulfil, as it is one. */
import { afterEach, expect, it } from "vitest";
import { gatewayOf, isGatewayCode, offeredGateways } from "#core/payment/gateways/index";
import { test } from "#core/payment/gateways/testgateway/testgateway";
import { httpFor } from "#core/provider/http";
import { asksForMoney, asksForRefund } from "./asked.ts";
import { type TestFake, testFake, testKey, testWebhookSecret } from "./fakes/test.ts";
import { operationOf, suiteOver } from "./suite.ts";

const settings = ({ origin }: TestFake) => ({
  address: `${origin}/api/test-gateway`,
  key: testKey,
  webhookSecret: testWebhookSecret,
});
const request = asksForMoney(1999, "INR");
const wrongKey = {
  because: "the key is wrong",
  arrange: (fake: TestFake) => fake.set({ key: "another" }),
  code: "credentials",
};
const payment = (fake: TestFake) => fake.payments.get("payment_1")!;

suiteOver<TestFake>({
  code: "test",
  start: testFake,
  secrets: [testKey, testWebhookSecret],
  operations: [
    {
      does: "check",
      repeats: { how: "freely" },
      ask: (http, fake) => test.check(http, settings(fake)),
      refusals: [wrongKey],
    },
    operationOf("request a payment", test.requestPayment, settings, request, {
      times: ({ pages }) => pages.length,
      refusals: [wrongKey],
    }),
    operationOf(
      "close a request",
      test.closeRequest,
      settings,
      { requestId: "page_1" },
      {
        prepare: (fake) => test.requestPayment.ask(httpFor({ provider: "test", secrets: [] }), settings(fake), request),
        times: ({ pages }) => pages.filter(({ status }) => status === "closed").length,
        refusals: [
          wrongKey,
          { because: "it is paid", arrange: ({ pages }) => (pages[0]!.status = "paid"), code: "paid" },
        ],
      },
    ),
    operationOf("refund", test.refund, settings, asksForRefund("payment_1", 1999, "INR"), {
      times: ({ refunds }) => refunds.length,
      refusals: [
        wrongKey,
        {
          because: "it is refunded already",
          arrange: (fake) => (payment(fake).refunded = 5000),
          code: "alreadyRefunded",
        },
        { because: "less is left", arrange: (fake) => (payment(fake).refunded = 4000), code: "aboveRemaining" },
        { because: "it is disputed", arrange: (fake) => fake.set({ disputed: true }), code: "disputed" },
        { because: "the payment is unknown", arrange: ({ payments }) => payments.clear(), code: "unknownPayment" },
        { because: "it fails at once", arrange: (fake) => fake.set({ refundStatus: "failed" }), code: "failed" },
      ],
    }),
  ],
});

afterEach(() => {
  delete process.env["TEST_GATEWAY"];
});

// In a real store, whoever could choose it would have orders paid for free.
it("is offered only with TEST_GATEWAY=1", () => {
  expect(offeredGateways()).toEqual(["stripe", "razorpay", "paypal", "chargebee", "cod", "manual"]);
  process.env["TEST_GATEWAY"] = "1";
  expect(offeredGateways()).toContain("test");
});

it("each gateway is found by its code, and nothing else is", async () => {
  process.env["TEST_GATEWAY"] = "1";
  for (const code of offeredGateways()) expect((await gatewayOf(code)).code).toBe(code);
  expect(isGatewayCode("constructor")).toBe(false);
});
