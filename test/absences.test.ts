/** What must not exist: each row of the table, as far as it can be tested. */
import { describe, expect, it } from "vitest";
import { operations } from "#core/contract/index";
import type { Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as returns from "#core/contract/returns";
import * as role from "#core/contract/role";
import * as service from "#core/contract/service";
import * as session from "#core/contract/session";
import { eventNames } from "#core/contract/values/events";
import { rights, roles } from "#core/contract/values/rights";
import * as webhook from "#core/contract/webhook";
import { call } from "./support/call.ts";
import { anOrder, nothingChanged, somebody } from "./support/given/orders.ts";
import { aVariantInStock } from "./support/given/stock.ts";

const operationsLike = (words: RegExp) =>
  operations.filter(({ name, path }) => words.test(name) || words.test(path)).map(({ name }) => name);

/** Expects a body with these fields to be refused because of them, and nothing to change. */
async function refused<Op extends Operation>(op: Op, input: Record<string, unknown>, path: string) {
  await nothingChanged(async () => {
    const answer = await call(op as Operation, input);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "request.invalid" } } });
    const issues = answer.body.error?.detail?.["issues"] as { path: string }[];
    expect(issues.map((issue) => issue.path)).toContain(path);
  });
}

const anOrderInput = async (quantity = 1) => {
  const { variantId } = await aVariantInStock(5);
  return { ...somebody, lines: [{ variantId, quantity }] };
};

describe("is absent", () => {
  it("order approvals: an order is accepted when it is created", async () => {
    expect(operationsLike(/approv/i)).toEqual([]);
    expect(order.statuses.join()).not.toMatch(/approv|review|hold/i);
    expect((await call(order.create, await anOrderInput())).body).toMatchObject({ status: "pending" });
  });

  it("draft orders: an order placed by staff is a real order at once", async () => {
    expect(operationsLike(/draft/i)).toEqual([]);
    expect(order.statuses).not.toContain("draft");
    await refused(order.create, { ...(await anOrderInput()), draft: true }, "draft");
    expect((await anOrder()).lines[0]!.allocations).toHaveLength(1);
  });

  it("per-channel permissions: a role's rights are the whole store's", async () => {
    expect(rights.filter((right) => /channel/i.test(right))).toEqual([]);
    await refused(role.set, { role: "staff", title: "Staff", rights: ["orders.read"], channels: ["web"] }, "channels");
  });

  it("manual price overrides: staff cannot set a line's price", async () => {
    const input = await anOrderInput();
    const lines = input.lines.map((line) => ({ ...line, unitPriceMinor: 1 }));
    await refused(order.create, { ...input, lines }, "lines.0.unitPriceMinor");
    const { id, lines: made } = await anOrder();
    const change = [{ lineId: made[0]!.id, quantity: 1, unitPriceMinor: 1 }];
    await refused(order.editLines, { id, change }, "change.0.unitPriceMinor");
  });

  it("authorise-then-capture: a payment is either made or not", async () => {
    expect(operationsLike(/authori[sz]e|capture|void/i)).toEqual([]);
    expect(order.paymentStatuses.join()).not.toMatch(/authori/i);
    const { id } = await anOrder();
    await refused(order.markPaid, { id, outcome: "authorized" }, "outcome");
  });

  it("gift cards and store credit: no balances of any kind", async () => {
    expect(operationsLike(/gift|credit|wallet/i)).toEqual([]);
    await refused(order.create, { ...(await anOrderInput()), payment: "giftCard" }, "payment");
    await refused(order.create, { ...(await anOrderInput()), giftCard: "X" }, "giftCard");
  });

  it("single sign-on: staff sign in with email and password", async () => {
    expect(operationsLike(/sso|saml|oidc|oauth/i)).toEqual([]);
    const signIn = { email: "owner@store.test", password: "a good password", provider: "google" };
    await nothingChanged(async () => {
      expect(await call(session.signIn, signIn as never, { as: null })).toMatchObject({ status: 400 });
    });
  });

  it("a translated admin: every response is in English, whatever language is requested", async () => {
    const inFrench = { rawQuery: "x=1", headers: { "accept-language": "fr-FR,fr" } };
    const inEnglish = { rawQuery: "x=1", headers: { "accept-language": "en" } };
    const [french, english] = [await call(service.health, {}, inFrench), await call(service.health, {}, inEnglish)];
    expect(french.body.error?.message).toBe(english.body.error?.message);
    expect(operationsLike(/locale|translat|language/i)).toEqual([]);
  });

  it("click-and-collect: an order goes to an address", async () => {
    expect(operationsLike(/pickup|collect(?!ion)/i)).toEqual([]);
    await refused(order.create, { ...(await anOrderInput()), pickup: true }, "pickup");
    await refused(order.create, { ...(await anOrderInput()), address: undefined }, "address");
  });

  it("exchange orders and returns asked for by customers: returns are recorded by staff", async () => {
    expect(operationsLike(/exchange/i)).toEqual([]);
    // A parcel that its carrier returns to the sender is not a return.
    const others = operationsLike(/return/i).filter((name) => !/^(returns|report)\./.test(name));
    expect(others).toEqual(["parcel.listReturned", "parcel.seeReturned"]);
    expect(operations.filter(({ path }) => path.startsWith("/api/store") && /return/.test(path))).toEqual([]);
    expect(returns.record.right).toBe("orders.return");
    const { id, lines } = await anOrder({ shippedQuantity: 1 });
    const back = [{ lineId: lines[0]!.id, quantity: 1, restock: true }];
    await refused(returns.record, { id, lines: back, exchange: true }, "exchange");
  });

  it("order import column mapping: no import takes a mapping", () => {
    for (const { input } of operations) expect(Object.keys(input.shape).join()).not.toMatch(/mapping|columns/i);
  });

  it("a backorder status, and partial payment of an order", async () => {
    expect(order.statuses.join()).not.toMatch(/backorder/i);
    expect(order.paymentStatuses.join()).not.toMatch(/partiallyPaid/i);
    const { id } = await anOrder();
    await refused(order.markPaid, { id, method: "cash", amountMinor: 5 }, "amountMinor");
  });

  it("manual refund records: staff cannot record a refund that no gateway made", async () => {
    expect(operationsLike(/record-?refund|manual-?refund/i)).toEqual([]);
    expect(operationsLike(/refund/i)).toEqual(["order.refund", "payment.refundUnmatched", "payment.dismissRefund"]);
    const { id } = await anOrder({ paid: true });
    for (const said of [{ method: "cash" }, { reference: "till 1" }, { byHand: true }, { status: "succeeded" }]) {
      await refused(order.refund, { id, ...said }, Object.keys(said)[0]!);
    }
    await refused(order.markPaid, { id, outcome: "refunded" }, "outcome");
  });

  it("subscription billing: an order is paid once, and nothing renews it", async () => {
    expect(operationsLike(/subscri|billing|recurr|renew|invoice/i)).toEqual([]);
    expect(eventNames.filter((name) => /subscri|renew|invoice/.test(name))).toEqual([]);
    await refused(order.create, { ...(await anOrderInput()), subscription: { every: "month" } }, "subscription");
  });

  it("roles beyond the four", async () => {
    expect(roles).toEqual(["owner", "manager", "staff", "vendor"]);
    expect(operationsLike(/^role\.(create|add)/)).toEqual([]);
    await refused(role.set, { role: "packer", title: "Packer", rights: ["orders.read"] }, "role");
  });

  it("webhooks for new customers and for stock changes", async () => {
    expect(eventNames.filter((name) => /customer|stock|inventory/.test(name))).toEqual([]);
    expect(eventNames).toHaveLength(17);
    for (const pattern of [
      "customer.created",
      "customer.*",
      "stock.changed",
      "inventory.*",
      "order",
      "order.*.x",
      "",
    ]) {
      await refused(webhook.createEndpoint, { url: "https://receiver.test/", events: [pattern] }, "events.0");
    }
  });
});
