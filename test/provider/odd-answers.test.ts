/** Gateways' answers that do not say what was asked: none of them counts as made, or as refused. */
import { describe, expect, it } from "vitest";
import { chargebee } from "#core/payment/gateways/chargebee/chargebee";
import type { PaymentPage, PaymentPageRequest, Refunded, RefundRequest } from "#core/payment/gateways/gateway";
import { paypal } from "#core/payment/gateways/paypal/paypal";
import { razorpay } from "#core/payment/gateways/razorpay/razorpay";
import { stripe } from "#core/payment/gateways/stripe/stripe";
import { test } from "#core/payment/gateways/testgateway/testgateway";
import { type Call, outcomeOf } from "#core/provider/call";
import { lifetime } from "#core/provider/fields";
import { type Http, httpFor } from "#core/provider/http";
import type { Found } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";
import { asksForMoney, asksForRefund } from "./asked.ts";
import { aFake } from "./fakes/server.ts";

interface Gateway {
  readonly refund?: Call<Settings, RefundRequest, Refunded>;
  readonly requestPayment: Call<Settings, PaymentPageRequest, PaymentPage>;
}

interface Odd {
  readonly gateway: Gateway;
  readonly settings: (origin: string) => Settings;
  readonly status: number;
  /** A refund of 19.99 dollars that was made, and its fields. */
  readonly refund?: object;
  readonly amount?: (amount: string, currency: string) => object;
  /** A page that is open, with its address and its end. */
  readonly page: (url: string, ends: number) => object;
}

const seconds = 1_795_000_000;
const gateways: Readonly<Record<string, Odd>> = {
  stripe: {
    gateway: stripe,
    settings: (server) => ({ secretKey: "sk_test_51Abc", webhookSecret: "whsec_1", server }),
    status: 200,
    refund: { id: "re_1", status: "succeeded", amount: 1999, currency: "usd" },
    amount: (amount, currency) => ({ amount: Number(amount) * 100, currency: currency.toLowerCase() }),
    page: (url, expires_at) => ({ id: "cs_1", url, status: "open", expires_at, client_reference_id: null }),
  },
  razorpay: {
    gateway: razorpay,
    settings: (server) => ({ keyId: "rzp_test_1", keySecret: "key secret", webhookSecret: "webhook secret", server }),
    status: 200,
    refund: { id: "rfnd_1", status: "processed", amount: 1999, currency: "USD", receipt: null },
    amount: (amount, currency) => ({ amount: Number(amount) * 100, currency }),
    page: (short_url, expire_by) => ({ id: "plink_1", short_url, status: "created", expire_by, reference_id: null }),
  },
  paypal: {
    gateway: paypal,
    settings: (server) => ({ clientId: "id", clientSecret: "client secret", webhookId: "8PT597110X687430L", server }),
    status: 201,
    refund: { id: "1JU0890", status: "COMPLETED", amount: { value: "19.99", currency_code: "USD" } },
    amount: (value, currency_code) => ({ amount: { value, currency_code } }),
    // It has no end: a page is open for a fixed time.
    page: (href) => ({ id: "7AB1234", links: [{ rel: "payer-action", href }] }),
  },
  chargebee: {
    gateway: chargebee,
    settings: (server) => ({ site: "acme-test", apiKey: "an api key", webhookUser: "u", webhookPassword: "w", server }),
    status: 200,
    page: (url, expires_at) => ({ hosted_page: { id: "hp1", url, expires_at } }),
  },
  test: {
    gateway: test,
    settings: (address) => ({ address, key: "a test key", webhookSecret: "webhook secret" }),
    status: 201,
    refund: { id: "refund_1", status: "succeeded", amountMinor: 1999, currency: "USD" },
    amount: (amount, currency) => ({ amountMinor: Number(amount) * 100, currency }),
    // Its times are texts, which can be of a year that PostgreSQL has not.
    page: (url, ends) => ({
      ...{ id: "page_1", url, status: "open" },
      expiresAt: ends === seconds ? new Date(ends * 1_000).toISOString() : "0000-01-01T00:00:00Z",
    }),
  },
};

// A token without a date for its end could not be kept, or was refused for not saying it, and nothing would be sent.
it.each([
  [undefined, 300],
  ["soon", 300],
  [900, 900],
  ["900", 900],
  [0, 0],
  [1e21, 2_592_000],
])("a token is valid for %s seconds", (given, seconds) => {
  expect(lifetime.parse(given)).toBe(seconds);
});

let asks = 0;
/** The outcome if the gateway answers this to everything but a request for a token. */
async function told(
  { settings, status }: Odd,
  json: object | string,
  ask: (http: Http, settings: Settings) => Promise<Found<unknown>>,
) {
  const answer = typeof json === "string" ? { status, text: json } : { status, json };
  const { origin } = await aFake({
    answer: ({ path }) =>
      path.endsWith("/token") ? { status: 200, json: { access_token: "lent", expires_in: 900 } } : answer,
    refusal: (code, words) => ({ status: code, json: { words } }),
  });
  const http = httpFor({ provider: "odd", secrets: [`another ${++asks}`] });
  return outcomeOf(http, () => ask(http, settings(origin)));
}

describe.each(Object.entries(gateways))("%s", (_, odd) => {
  const { gateway, refund, amount = () => ({}), page } = odd;
  const ofRefund = (json: object | string) =>
    told(odd, json, (http, settings) => gateway.refund!.ask(http, settings, asksForRefund("pay_1", 1999, "USD")));
  const ofPage = (json: object) =>
    told(odd, json, (http, settings) => gateway.requestPayment.ask(http, settings, asksForMoney(1999, "USD")));

  if (refund) {
    it("has refunded what was asked, and no other amount, and in no other currency", async () => {
      expect(await ofRefund(refund)).toMatchObject({ is: "done", value: { state: "succeeded" } });
      expect(await ofRefund({ ...refund, ...amount("0.99", "USD") })).toMatchObject({ is: "unknown" });
      expect(await ofRefund({ ...refund, ...amount("19.99", "INR") })).toMatchObject({ is: "unknown" });
    });

    it("has made no refund that is in a state of its own, or has no id", async () => {
      expect(await ofRefund({ ...refund, status: "reconsidered" })).toMatchObject({ is: "unknown" });
      expect(await ofRefund({ ...refund, id: "" })).toMatchObject({ is: "unknown" });
    });

    // PostgreSQL refuses it, so the outcome could never be recorded.
    it("has no characters in its answers that cannot be stored", async () => {
      const text = JSON.stringify({ ...refund, id: "refund" }).replace('"refund"', '"re\\u0000fund\\ud800"');
      expect(await ofRefund(text)).toMatchObject({ is: "done", value: { refundId: "re\uFFFDfund\uFFFD" } });
    });
  }

  it("has a page only with an address on the web and an end that exists", async () => {
    const url = "https://pay.example.com/1";
    expect(await ofPage(page(url, seconds))).toMatchObject({ is: "done", value: { url } });
    for (const wrong of ["", "javascript:alert(1)", "pay here"])
      expect(await ofPage(page(wrong, seconds)), wrong).toMatchObject({ is: "unknown" });
    const late = await ofPage(page(url, 1e15));
    const ends = late.is === "done" ? (late.value as PaymentPage).expiresAt : null;
    expect(ends === null || ends.getUTCFullYear() > 0).toBe(true);
  });
});
