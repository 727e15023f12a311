/** Chargebee: everything that a gateway without refunds must fulfil. */
import { expect, it } from "vitest";
import { chargebee } from "#core/payment/gateways/chargebee";
import { gatewayOf } from "#core/payment/gateways/index";
import { asksForMoney } from "./asked.ts";
import { type ChargebeeFake, chargebeeFake, chargebeeKey } from "./fakes/chargebee.ts";
import { operationOf, suiteOver } from "./suite.ts";

const webhookPassword = "hook-p@ss/word";
const settings = ({ origin }: ChargebeeFake) => ({
  site: "acme-test",
  apiKey: chargebeeKey,
  webhookUser: "hook",
  webhookPassword,
  server: origin,
});
const refusals = [
  { because: "the key is wrong", arrange: (fake: ChargebeeFake) => fake.set({ key: "another" }), code: "credentials" },
  { because: "the site is gone", arrange: (fake: ChargebeeFake) => fake.set({ siteIsGone: true }), code: "settings" },
];

suiteOver<ChargebeeFake>({
  code: "chargebee",
  start: chargebeeFake,
  secrets: [chargebeeKey, webhookPassword],
  operations: [
    {
      does: "check",
      repeats: { how: "freely" },
      ask: (http, fake) => chargebee.check(http, settings(fake)),
      refusals,
    },
    operationOf("request a payment", chargebee.requestPayment, settings, asksForMoney(1999, "USD"), {
      times: ({ pages }) => pages.length,
      refusals,
    }),
  ],
});

// A refund made from here would bypass Chargebee's own credit notes; the other two have no provider to ask.
it.each(["chargebee", "cod", "manual"] as const)("%s has no refund, and says why", async (code) => {
  const gateway = await gatewayOf(code);
  expect(gateway.refund).toBeUndefined();
  expect(gateway.cannotRefund).toMatch(/\.$/);
});

it.each(["cod", "manual"] as const)("%s sends no requests", async (code) => {
  const { check, requestPayment, receives, settings: asked } = await gatewayOf(code);
  expect([check, requestPayment, receives]).toEqual([undefined, undefined, undefined]);
  expect(asked.shape).toEqual({});
});
