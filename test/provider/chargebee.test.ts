/** Chargebee: everything that a gateway without refunds must fulfil. */
import { expect, it } from "vitest";
import { chargebee } from "#core/payment/gateways/chargebee/chargebee";
import { gatewayOf } from "#core/payment/gateways/index";
import { httpFor } from "#core/provider/http";
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
    operationOf(
      "find a payment",
      chargebee.findPayment,
      settings,
      { requestId: "vSw1fcu5z0" },
      {
        prepare: async (fake) => {
          const http = httpFor({ provider: "chargebee", secrets: [] });
          await chargebee.requestPayment.ask(http, settings(fake), asksForMoney(1999, "USD"));
          paid(fake, "success");
        },
        refusals: [
          ...refusals,
          { because: "it is open", arrange: ({ pages }) => (pages[0]!.state = "requested"), code: "notApproved" },
          { because: "its attempts failed", arrange: (fake) => paid(fake, "failure", "timeout"), code: "notApproved" },
          { because: "it was undone", arrange: (fake) => paid(fake, "failure", "late_failure"), code: "declined" },
          { because: "there is no such page", arrange: ({ pages }) => pages.splice(0), code: "unknownPayment" },
        ],
      },
    ),
    operationOf(
      "find a payment that was pending when its page ended",
      chargebee.findPayment,
      settings,
      { requestId: "vSw1fcu5z0" },
      {
        steps: 2,
        prepare: async (fake) => {
          const http = httpFor({ provider: "chargebee", secrets: [] });
          await chargebee.requestPayment.ask(http, settings(fake), asksForMoney(1999, "USD"));
          paid(fake, "in_progress");
          fake.transactions.set("txn_0", { status: "success" });
        },
        refusals: [
          {
            because: "it has failed",
            arrange: (fake) => since(fake, "failure", "The account is closed."),
            code: "declined",
          },
          { because: "it timed out", arrange: (fake) => since(fake, "timeout"), code: "declined" },
          { because: "it was cancelled", arrange: (fake) => since(fake, "voided"), code: "declined" },
          { because: "it was taken back", arrange: (fake) => since(fake, "late_failure"), code: "declined" },
        ],
      },
    ),
  ],
});

/** The transactions of the first page's invoice have these statuses. */
const paid = (fake: ChargebeeFake, ...statuses: readonly string[]): void =>
  fake.checkOut(
    fake.pages[0]!,
    ...statuses.map((txn_status, n) => ({ txn_id: `txn_${n}`, txn_status, applied_amount: 1999 })),
  );

/** What has become of the first of them. */
const since = ({ transactions }: ChargebeeFake, status: string, error_text?: string) =>
  void transactions.set("txn_0", { status, ...(error_text && { error_text }) });

// What was paid for another invoice as well counts here with this one's part; a debit takes days.
it.each([
  [["failure", "success"], "succeeded"],
  [["failure", "in_progress"], "pending"],
])("finds the payment of a page whose transactions are %j", async (statuses, state) => {
  const fake = await chargebeeFake();
  const http = httpFor({ provider: "chargebee", secrets: [] });
  await chargebee.requestPayment.ask(http, settings(fake), asksForMoney(1999, "USD"));
  paid(fake, ...statuses);
  expect(await chargebee.findPayment.ask(http, settings(fake), { requestId: "vSw1fcu5z0" })).toEqual({
    is: "done",
    value: { paymentId: "txn_1", amountMinor: 1999, currency: "USD", at: new Date(1_763_636_400_000), state },
  });
});

// Chargebee refuses a longer one, and nobody could pay.
it("gives Chargebee an email address of at most 70 characters, and a description of 250", async () => {
  const fake = await chargebeeFake();
  const http = httpFor({ provider: "chargebee", secrets: [] });
  const asked = asksForMoney(1999, "USD");
  for (const name of ["a".repeat(58), "a".repeat(59)]) {
    const email = `${name}@example.com`;
    const page = { ...asked, id: `prq_${name}`, email, description: "ñ".repeat(258) }; // each has a key of its own
    await chargebee.requestPayment.ask(http, settings(fake), page);
  }
  const sent = fake.pages.map(({ form }) => [form.get("customer[email]"), form.get("charges[description][0]")]);
  const description = "ñ".repeat(250);
  expect(sent).toEqual([
    [`${"a".repeat(58)}@example.com`, description],
    [null, description],
  ]);
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
