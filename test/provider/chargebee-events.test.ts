/**
 * Chargebee's webhooks. They are not signed, so each event that comes with the right password is fetched from
 * Chargebee.
 */
import { describe, expect, it } from "vitest";
import { chargebee } from "#core/payment/gateways/chargebee/chargebee";
import { outcomeOf } from "#core/provider/call";
import { httpFor } from "#core/provider/http";
import { orderId, paymentRequestId } from "./asked.ts";
import { type ChargebeeFake, chargebeeFake, chargebeeKey } from "./fakes/chargebee.ts";
import { inbound, refusal } from "./told.ts";

const { receives } = chargebee;
const settings = ({ origin }: Pick<ChargebeeFake, "origin">) => ({
  site: "acme-test",
  apiKey: chargebeeKey,
  webhookUser: "hook",
  webhookPassword: "s3cret",
  server: origin,
});
const given = settings({ origin: "http://127.0.0.1:1" });
const authorization = "Basic aG9vazpzM2NyZXQ=";
const body = '{"id":"ev_1","event_type":"payment_succeeded"}';

async function read(fake: ChargebeeFake, text: string) {
  const http = httpFor({ provider: "chargebee", secrets: [chargebeeKey, "s3cret"], withinMs: 5_000 });
  return outcomeOf(http, () => receives.read(http, settings(fake), inbound(text)));
}

describe("Chargebee's webhook", () => {
  it("is accepted with the user name and the password", () => {
    expect(receives.admit(given, inbound(body, { authorization }))).toBe("ev_1");
  });

  it.each([
    ["nothing", {}],
    ["another password", { authorization: `Basic ${Buffer.from("hook:s3cres").toString("base64")}` }],
    ["another user", { authorization: `Basic ${Buffer.from("hooky:s3cret").toString("base64")}` }],
    ["another scheme", { authorization: "Bearer aG9vazpzM2NyZXQ=" }],
    ["the password alone", { authorization: "s3cret" }],
  ])("is refused with %s", (_, headers: Record<string, string>) => {
    expect(() => receives.admit(given, inbound(body, headers))).toThrow(refusal);
  });

  // The password proves the sender and not the content: what Chargebee answers is what counts.
  it("is only believed in the version fetched from Chargebee", async () => {
    const fake = await chargebeeFake();
    fake.events.set("ev_1", event("payment_succeeded", { amount: 1999 }));
    const forged = JSON.stringify(event("payment_succeeded", { amount: 1 }));
    expect(await read(fake, forged)).toMatchObject({ is: "done", value: { happened: { amountMinor: 1999 } } });
  });

  it("is refused if Chargebee does not know the event, and waits while it is busy", async () => {
    const fake = await chargebeeFake();
    fake.trouble("is busy for 7 s");
    expect(await read(fake, body)).toMatchObject({ is: "later", afterSeconds: 7 });
    expect(await read(fake, body)).toMatchObject({ is: "refused", code: "unsigned" });
  });

  // It came with the right password: removed as forged, it never came again.
  it("waits for ten minutes if Chargebee does not know the event yet", async () => {
    const fake = await chargebeeFake();
    const read = (minutesAgo: number) => {
      const http = httpFor({ provider: "chargebee", secrets: [chargebeeKey, "s3cret"], withinMs: 5_000 });
      const told = inbound(body, { authorization }, new Date(Date.now() - minutesAgo * 60_000));
      return outcomeOf(http, () => receives.read(http, settings(fake), told));
    };
    expect(await read(1)).toMatchObject({ is: "later" });
    expect(await read(11)).toMatchObject({ is: "refused", code: "unsigned" });
  });

  // Thrown away as forged, a payment was never counted.
  it("waits for the right settings if they name a site that is not there", async () => {
    const fake = await chargebeeFake();
    fake.events.set("ev_1", event("payment_succeeded", {}));
    fake.set({ siteIsGone: true });
    expect(await read(fake, body)).toMatchObject({ is: "refused", code: "settings" });
  });

  it("fetches nothing but an event, whatever is sent as its id", async () => {
    const fake = await chargebeeFake();
    await read(fake, '{"id":"../transactions/txn_1?x="}');
    expect(fake.asked.map(({ path }) => path)).toEqual(["/api/v2/events/..%2Ftransactions%2Ftxn_1%3Fx%3D"]);
  });
});

const transaction = {
  id: "txn_1",
  type: "payment",
  status: "success",
  amount: 1999,
  currency_code: "USD",
  gateway: "stripe",
  id_at_gateway: "ch_1",
  linked_invoices: [{ invoice_id: "INV-1", applied_amount: 1999 }],
};
const invoice = { id: "INV-1", status: "paid", po_number: `${orderId} ${paymentRequestId}` };
const event = (event_type: string, changed: object, more: object = { invoice }) => ({
  id: "ev_1",
  occurred_at: 1_763_632_800,
  source: "api",
  object: "event",
  api_version: "v2",
  event_type,
  content: { transaction: { ...transaction, ...changed }, ...more },
});
const amount = { amountMinor: 1999, currency: "USD" };
const references = { orderId, paymentRequestId };
const refund = { type: "refund", reference_transaction_id: "txn_0" };

describe("Chargebee's events", () => {
  it.each([
    ["payment_succeeded", {}, { invoice }, { is: "paymentSucceeded", paymentId: "txn_1", ...amount, ...references }],
    // It pays two invoices: only the part for this one counts.
    [
      "payment_succeeded",
      {
        linked_invoices: [
          { invoice_id: "INV-0", applied_amount: 999 },
          { invoice_id: "INV-1", applied_amount: 1000 },
        ],
      },
      { invoice },
      { is: "paymentSucceeded", amountMinor: 1000, ...references },
    ],
    // Chargebee's description combines them: the order was paid without money.
    ["payment_succeeded", { type: "authorization" }, { invoice }, { is: "ignored" }],
    ["payment_succeeded", { status: "in_progress" }, { invoice }, { is: "paymentPending", ...references }],
    ["payment_succeeded", { status: "timeout" }, { invoice }, { is: "paymentFailed", ...references }],
    // For a subscription: no reference of ours is attached.
    ["payment_succeeded", {}, {}, { is: "paymentSucceeded", ...amount, orderId: undefined }],
    [
      "payment_failed",
      { status: "failure", error_text: "Insufficient funds" },
      { invoice },
      { is: "paymentFailed", paymentId: "txn_1", says: "Insufficient funds", ...references },
    ],
    [
      "payment_failed",
      { status: "failure", error_text: "Expired", amount: undefined },
      { invoice },
      { is: "paymentFailed", paymentId: "txn_1", says: "Expired", ...references },
    ],
    // A direct debit that was cancelled, perhaps before it was paid.
    [
      "transaction_updated",
      { status: "voided" },
      { invoice },
      { is: "paymentReversed", paymentId: "txn_1", ...amount, ...references },
    ],
    // A direct debit that was paid and then reversed.
    [
      "transaction_updated",
      { status: "late_failure" },
      { invoice },
      { is: "paymentReversed", paymentId: "txn_1", ...amount },
    ],
    [
      "payment_failed",
      { status: "late_failure" },
      { invoice },
      { is: "paymentReversed", paymentId: "txn_1", ...amount },
    ],
    [
      "transaction_updated",
      { type: "payment_reversal", reference_transaction_id: "txn_0" },
      {},
      { is: "paymentReversed", paymentId: "txn_0", ...amount },
    ],
    ["transaction_updated", {}, { invoice }, { is: "ignored", kind: "transaction_updated" }],
    ["transaction_updated", { status: "in_progress" }, { invoice }, { is: "ignored" }],
    [
      "payment_refunded",
      refund,
      {},
      { is: "refundMadeElsewhere", state: "succeeded", refundId: "txn_1", paymentId: "txn_0", ...amount },
    ],
    // Its payment may have been for several invoices.
    ["payment_refunded", refund, { invoice }, { is: "refundMadeElsewhere", paymentId: "txn_0", orderId }],
    [
      "payment_refunded",
      refund,
      { invoice: { id: "INV-2" } },
      { is: "refundMadeElsewhere", paymentId: "txn_0", orderId: null },
    ],
    [
      "payment_refunded",
      { ...refund, status: "in_progress" },
      {},
      { is: "refundMadeElsewhere", state: "pending", refundId: "txn_1" },
    ],
    [
      "transaction_updated",
      { ...refund, status: "failure" },
      {},
      { is: "refundFailed", refundId: "txn_1", paymentId: "txn_0" },
    ],
    // An online refund names its payment in another field than an offline one, or in a list.
    [
      "payment_refunded",
      { type: "refund", refunded_txn_id: "txn_0" },
      {},
      { is: "refundMadeElsewhere", paymentId: "txn_0", ...amount },
    ],
    [
      "payment_refunded",
      { type: "refund", linked_payments: [{ id: "txn_0" }] },
      {},
      { is: "refundMadeElsewhere", paymentId: "txn_0" },
    ],
    [
      "transaction_updated",
      refund,
      {},
      { is: "refundStanding", refundId: "txn_1", paymentId: "txn_0", state: "succeeded" },
    ],
    [
      "transaction_updated",
      { ...refund, status: "late_failure" },
      {},
      { is: "refundFailed", refundId: "txn_1", paymentId: "txn_0" },
    ],
    // The whole payment is undone, even if it was for other invoices too, or was taken off its invoice already.
    [
      "transaction_updated",
      { status: "late_failure", linked_invoices: [{ invoice_id: "INV-1", applied_amount: 1000 }] },
      { invoice },
      { is: "paymentReversed", ...amount },
    ],
    [
      "transaction_created",
      { type: "payment_reversal", reference_transaction_id: "txn_0" },
      {},
      { is: "paymentReversed", paymentId: "txn_0", ...amount },
    ],
    ["transaction_created", {}, { invoice }, { is: "ignored", kind: "transaction_created" }],
    // Nothing had been taken.
    ["transaction_updated", { type: "authorization", status: "voided" }, {}, { is: "ignored" }],
    // A direct debit, which takes days.
    [
      "payment_initiated",
      { status: "in_progress" },
      { invoice },
      { is: "paymentPending", paymentId: "txn_1", ...references },
    ],
    ["refund_initiated", refund, { invoice }, { is: "ignored", kind: "refund_initiated" }],
    ["subscription_renewed", {}, {}, { is: "ignored", kind: "subscription_renewed" }],
  ])("%s, %#", async (kind, changed, more, expected) => {
    const fake = await chargebeeFake();
    fake.events.set("ev_1", event(kind, changed, more));
    expect(await read(fake, body)).toMatchObject({
      is: "done",
      value: { eventId: "ev_1", at: new Date(1_763_632_800_000), happened: expected },
    });
  });

  // It took nothing back.
  it.each(["failure", "timeout", "in_progress", "voided"])("say nothing of a reversal that is %s", async (status) => {
    const fake = await chargebeeFake();
    const changed = { type: "payment_reversal", reference_transaction_id: "txn_0", status };
    for (const kind of ["transaction_created", "transaction_updated", "payment_failed"]) {
      fake.events.set("ev_1", event(kind, changed, {}));
      expect(await read(fake, body)).toMatchObject({ value: { happened: { is: "ignored", kind } } });
    }
  });
});
