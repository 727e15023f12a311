/** Amounts on their way to a gateway and back: our minor units are those of ISO 4217, a gateway's often are not. */
import { describe, expect, it } from "vitest";
import { decimalsOf } from "#core/contract/values/currency";
import { chargebee } from "#core/payment/gateways/chargebee/chargebee";
import { paypal } from "#core/payment/gateways/paypal/paypal";
import { razorpay } from "#core/payment/gateways/razorpay/razorpay";
import { stripe } from "#core/payment/gateways/stripe/stripe";
import { fromDecimal, fromUnits, toDecimal, toUnits } from "#core/payment/gateways/units";
import { outcomeOf } from "#core/provider/call";
import { httpFor } from "#core/provider/http";
import { asksForMoney, asksForRefund } from "./asked.ts";
import { chargebeeFake, chargebeeKey } from "./fakes/chargebee.ts";
import { paypalApp, paypalFake, paypalWebhookId } from "./fakes/paypal.ts";
import { razorpayFake, razorpayKey } from "./fakes/razorpay.ts";
import { stripeFake, stripeKey } from "./fakes/stripe.ts";

const http = httpFor({ provider: "amounts", secrets: [] });

/** The amount that each gateway is sent, as it is on the wire; null if no request is made. */
const written = {
  async stripe(amountMinor: number, currency: string) {
    const fake = await stripeFake();
    const given = { secretKey: stripeKey, webhookSecret: "whsec_x", server: fake.origin };
    await outcomeOf(http, () => stripe.requestPayment.ask(http, given, asksForMoney(amountMinor, currency)));
    return new URLSearchParams(fake.asked[0]?.body).get("line_items[0][price_data][unit_amount]");
  },
  async razorpay(amountMinor: number, currency: string) {
    const fake = await razorpayFake();
    const given = { ...razorpayKey, webhookSecret: "rzp_webhook_secret", server: fake.origin };
    await outcomeOf(http, () => razorpay.requestPayment.ask(http, given, asksForMoney(amountMinor, currency)));
    const [asked] = fake.asked;
    return asked ? String(JSON.parse(asked.body).amount) : null;
  },
  async paypal(amountMinor: number, currency: string) {
    const fake = await paypalFake();
    const given = { ...paypalApp, webhookId: paypalWebhookId, server: fake.origin };
    await outcomeOf(http, () => paypal.requestPayment.ask(http, given, asksForMoney(amountMinor, currency)));
    const order = fake.asked.find(({ path }) => path === "/v2/checkout/orders");
    return order ? JSON.parse(order.body).purchase_units[0].amount.value : null;
  },
  async chargebee(amountMinor: number, currency: string) {
    const fake = await chargebeeFake();
    const given = {
      site: "acme",
      apiKey: chargebeeKey,
      webhookUser: "u",
      webhookPassword: "s3cret",
      server: fake.origin,
    };
    await outcomeOf(http, () => chargebee.requestPayment.ask(http, given, asksForMoney(amountMinor, currency)));
    return new URLSearchParams(fake.asked[0]?.body).get("charges[amount][0]");
  },
};

describe("an amount on the wire", () => {
  // Staff were not told what was wrong with it.
  it.each([
    ["KWD", "Stripe cannot refund this amount in KWD: its last digit has to be 0."],
    ["MGA", "Stripe cannot refund this amount in MGA."],
  ])("that cannot be written in %s is refused with the reason", async (currency, says) => {
    const given = { secretKey: stripeKey, webhookSecret: "whsec_x" };
    expect(await stripe.refund.ask(http, given, asksForRefund("pi_1", 1_326, currency))).toMatchObject({ says });
  });

  it.each([
    ["stripe", 1999, "INR", "1999"],
    ["stripe", 1999, "JPY", "1999"],
    ["stripe", 1990, "KWD", "1990"],
    // The third decimal must be 0.
    ["stripe", 1999, "KWD", null],
    // Written with two decimals, although the currency has none.
    ["stripe", 1999, "ISK", "199900"],
    ["stripe", 1999, "UGX", "199900"],
    ["stripe", 1999, "HUF", "1999"],
    ["stripe", 1999, "TWD", "1999"],
    // Written without its two decimals.
    ["stripe", 199900, "MGA", "1999"],
    ["stripe", 199950, "MGA", null],
    ["razorpay", 1999, "INR", "1999"],
    ["razorpay", 1999, "JPY", "1999"],
    ["razorpay", 1999, "ISK", "1999"],
    ["razorpay", 1990, "OMR", "1990"],
    ["razorpay", 1999, "OMR", null],
    ["paypal", 1999, "USD", "19.99"],
    ["paypal", 5, "USD", "0.05"],
    ["paypal", 100, "USD", "1.00"],
    ["paypal", 1999, "JPY", "1999"],
    // Without decimals at PayPal, with two in ISO 4217.
    ["paypal", 199900, "HUF", "1999"],
    ["paypal", 199950, "HUF", null],
    ["paypal", 199900, "TWD", "1999"],
    ["paypal", 1990, "KWD", "1.99"],
    ["paypal", 1999, "KWD", null],
    ["paypal", 1_000_000_000_000, "USD", "10000000000.00"],
    ["chargebee", 1999, "USD", "1999"],
    ["chargebee", 1999, "JPY", "1999"],
  ] as const)("%s, %i %s: %s", async (gateway, amountMinor, currency, expected) => {
    expect(await written[gateway](amountMinor, currency)).toBe(expected);
  });
});

describe("an amount from a gateway", () => {
  it.each([
    ["19.99", "USD", 1999],
    ["19.9", "USD", 1990],
    ["19", "USD", 1900],
    ["0.05", "USD", 5],
    ["1999", "JPY", 1999],
    ["1999.00", "JPY", 1999],
    ["1999", "HUF", 199900],
    ["1.990", "KWD", 1990],
  ])("%s %s is %i", (text, currency, amountMinor) => {
    expect(fromDecimal(text, currency)).toBe(amountMinor);
  });

  it.each([
    ["19.999", "USD"],
    ["1999.50", "JPY"],
    ["", "USD"],
    ["-1.00", "USD"],
    ["1e3", "USD"],
    ["1,000.00", "USD"],
    [" 1.00", "USD"],
    ["Infinity", "USD"],
  ])("%s %s is refused and not rounded", (text, currency) => {
    expect(() => fromDecimal(text, currency)).toThrow();
  });

  it("equals the amount that was sent, in every currency and however it is written", () => {
    const codes = "INR USD JPY KWD ISK UGX HUF TWD MGA CLF IQD".split(" ");
    for (const currency of codes) {
      for (const there of [() => 0, () => 2, () => 3, decimalsOf]) {
        for (const amountMinor of [1, 10, 99, 1990, 199900, 999_999_999_000]) {
          const units = toUnits(amountMinor, currency, there);
          if (units !== null) expect(fromUnits(units, currency, there)).toBe(amountMinor);
          const text = toDecimal(amountMinor, currency, there);
          if (text !== null) expect(fromDecimal(text, currency)).toBe(amountMinor);
        }
      }
    }
  });
});
