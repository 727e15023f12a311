/** Razorpay: everything a gateway must fulfil. */
import { razorpay } from "#core/payment/gateways/razorpay/razorpay";
import { httpFor } from "#core/provider/http";
import { asksForMoney, asksForRefund } from "./asked.ts";
import { type RazorpayFake, razorpayFake, razorpayKey } from "./fakes/razorpay.ts";
import { operationOf, suiteOver } from "./suite.ts";

const webhookSecret = "rzp_webhook_secret";
const settings = ({ origin }: RazorpayFake) => ({ ...razorpayKey, webhookSecret, server: origin });
const paymentId = "pay_29QQoUBi66xm2f";
const request = asksForMoney(199900, "INR");
const wrongKey = {
  because: "the key is wrong",
  arrange: (fake: RazorpayFake) => fake.set({ keySecret: "another" }),
  code: "credentials",
};
const payment = (fake: RazorpayFake) => fake.payments.get(paymentId)!;

suiteOver<RazorpayFake>({
  code: "razorpay",
  start: razorpayFake,
  secrets: [razorpayKey.keySecret, webhookSecret],
  operations: [
    {
      does: "check",
      repeats: { how: "freely" },
      ask: (http, fake) => razorpay.check(http, settings(fake)),
      refusals: [wrongKey],
    },
    operationOf("request a payment", razorpay.requestPayment, settings, request, {
      times: ({ links }) => links.length,
      refusals: [wrongKey],
    }),
    operationOf(
      "close a request",
      razorpay.closeRequest,
      settings,
      { requestId: "plink_ERgihyaAAC0VN0" },
      {
        prepare: (fake) =>
          razorpay.requestPayment.ask(httpFor({ provider: "razorpay", secrets: [] }), settings(fake), request),
        times: ({ links }) => links.filter(({ status }) => status === "cancelled").length,
        refusals: [
          wrongKey,
          { because: "it is paid", arrange: ({ links }) => (links[0]!.status = "paid"), code: "paid" },
          { because: "there is no such link", arrange: ({ links }) => links.splice(0), code: "unknownPayment" },
        ],
      },
    ),
    operationOf(
      "find a payment",
      razorpay.findPayment,
      settings,
      { requestId: "plink_ERgihyaAAC0VN0" },
      {
        prepare: async (fake) => {
          const http = httpFor({ provider: "razorpay", secrets: [] });
          await razorpay.requestPayment.ask(http, settings(fake), request);
          fake.links[0]!.status = "paid";
        },
        refusals: [
          wrongKey,
          { because: "it is open", arrange: ({ links }) => (links[0]!.status = "created"), code: "notApproved" },
          { because: "it has expired", arrange: ({ links }) => (links[0]!.status = "expired"), code: "notApproved" },
          { because: "there is no such link", arrange: ({ links }) => links.splice(0), code: "unknownPayment" },
        ],
      },
    ),
    operationOf("refund", razorpay.refund, settings, asksForRefund(paymentId, 199900, "INR"), {
      times: ({ refunds }) => refunds.length,
      refusals: [
        wrongKey,
        {
          because: "it is refunded already",
          arrange: (fake) => (payment(fake).refunded = 500000),
          code: "alreadyRefunded",
        },
        { because: "less is left", arrange: (fake) => (payment(fake).refunded = 400000), code: "aboveRemaining" },
        {
          because: "it is not captured",
          arrange: (fake) => (payment(fake).status = "authorized"),
          code: "notCaptured",
        },
        { because: "the payment is unknown", arrange: ({ payments }) => payments.clear(), code: "unknownPayment" },
        { because: "the balance is too small", arrange: (fake) => fake.set({ balance: 0 }), code: "balance" },
        { because: "it is half a year old", arrange: (fake) => fake.set({ tooOld: true }), code: "tooLate" },
        // With HTTP 200.
        { because: "it fails at once", arrange: (fake) => fake.set({ refundStatus: "failed" }), code: "failed" },
      ],
    }),
  ],
});
